import ipaddr from "ipaddr.js";

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const LOOPBACK = ["127.0.0.0/8", "::1/128"].map(cidrOf);
const OWN = [
  ...LOOPBACK,
  ...["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"].map(cidrOf),
  ...["fc00::/7", "fe80::/10"].map(cidrOf),
];

/** Public IPv6 addresses. */
const GLOBAL = cidrOf("2000::/3");

/**
 * Parses `1` (this machine and private networks), or addresses and networks separated by commas.
 * Throws an Error that quotes an invalid part.
 */
export function parseNetworks(text: string): Network[] {
  return text.trim() === "1" ? OWN : text.split(",").map((part) => parseNetwork(part.trim()));
}

export function isIn(networks: readonly Network[], address: string): boolean {
  if (networks.length === 0 || !isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
}

export function isLoopback(address: string): boolean {
  return isIn(LOOPBACK, address);
}

/** Whether an address is on the internet: not this machine, a private network or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  // The library also calls addresses outside of this network unicast, such as ::7f00:1.
  const isGlobal = parsed.kind() === "ipv4" || parsed.match(...GLOBAL);
  return isGlobal && parsed.range() === "unicast";
}

/** Whether a text is an IP address. Stricter than the library, which accepts plain numbers. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function parseNetwork(part: string): Network {
  const [address = "", bits, ...rest] = part.split("/");
  if (!isAddress(address) || rest.length > 0) throw new Error(`"${part}" is no address or network`);
  if (bits === undefined) {
    const parsed = ipaddr.process(address);
    return [parsed, parsed.kind() === "ipv4" ? 32 : 128];
  }
  try {
    return cidrOf(part);
  } catch {
    throw new Error(`"${part}" is no address or network`);
  }
}

function cidrOf(text: string): Network {
  return ipaddr.parseCIDR(text);
}
