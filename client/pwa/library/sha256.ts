/** The first 32 bits of the fractions of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const [START, ROUND] = constants();
const BLOCK_BYTES = 64;
/** Where a last block's length begins. */
const LENGTH_AT = 56;

/**
 * SHA-256 of bytes that come in parts of any size. The browser's own hashes only what is in memory as a
 * whole, which a phone cannot spare for a large file.
 */
export function sha256() {
  const hash = START.slice();
  const words = new Int32Array(64);
  const rest = new Uint8Array(BLOCK_BYTES);
  const restView = new DataView(rest.buffer);
  let restLength = 0;
  let total = 0;

  return {
    add(bytes: Uint8Array): void {
      total += bytes.length;
      let at = 0;
      if (restLength > 0) {
        at = Math.min(BLOCK_BYTES - restLength, bytes.length);
        rest.set(bytes.subarray(0, at), restLength);
        restLength += at;
        if (restLength < BLOCK_BYTES) return;
        mixBlock({ hash, words, view: restView, at: 0 });
      }
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
        mixBlock({ hash, words, view, at });
      }
      rest.set(bytes.subarray(at));
      restLength = bytes.length - at;
    },

    /** The hash in hexadecimal digits; nothing can be added after it. */
    end(): string {
      rest.fill(0, restLength);
      rest[restLength] = 0x80;
      if (restLength >= LENGTH_AT) {
        mixBlock({ hash, words, view: restView, at: 0 });
        rest.fill(0);
      }
      restView.setBigUint64(LENGTH_AT, BigInt(total) * 8n);
      mixBlock({ hash, words, view: restView, at: 0 });
      return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

type Block = { hash: Int32Array; words: Int32Array; view: DataView; at: number };

/** FIPS 180-4, 6.2.2. Each sum is cut to 32 bits at once: as fractions they would take twice the time. */
function mixBlock({ hash, words, view, at }: Block): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (((words[i - 16]! + mixedEarly) | 0) + ((words[i - 7]! + mixedLate) | 0)) | 0;
  }
  let a = hash[0]!;
  let b = hash[1]!;
  let c = hash[2]!;
  let d = hash[3]!;
  let e = hash[4]!;
  let f = hash[5]!;
  let g = hash[6]!;
  let h = hash[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = g ^ (e & (f ^ g));
    const turned = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const high = (((h + turned) | 0) + ((choice + ((ROUND[i]! + words[i]!) | 0)) | 0)) | 0;
    const majority = (a & b) | (c & (a | b));
    const low = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + high) | 0;
    d = c;
    c = b;
    b = a;
    a = (high + low) | 0;
  }
  hash[0] = hash[0]! + a;
  hash[1] = hash[1]! + b;
  hash[2] = hash[2]! + c;
  hash[3] = hash[3]! + d;
  hash[4] = hash[4]! + e;
  hash[5] = hash[5]! + f;
  hash[6] = hash[6]! + g;
  hash[7] = hash[7]! + h;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function constants(): [start: Int32Array, round: Int32Array] {
  const start = new Int32Array(8);
  const round = new Int32Array(64);
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    if (!isPrime(candidate)) continue;
    if (found < 8) start[found] = fraction(candidate ** (1 / 2));
    round[found++] = fraction(candidate ** (1 / 3));
  }
  return [start, round];
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}
