import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

const ALGORITHM = "RS256";

export type Keys = ReturnType<typeof openKeys>;

/** The signing key, made when it is first needed: nobody waits for it while the store starts. */
export function openKeys() {
  const kid = crypto.randomUUID();
  let pair: ReturnType<typeof generateKeyPair> | undefined;
  const keyPair = () => (pair ??= generateKeyPair(ALGORITHM));
  return {
    async publicJwk() {
      const { publicKey } = await keyPair();
      return { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" };
    },
    async sign(payload: JWTPayload): Promise<string> {
      const { privateKey } = await keyPair();
      return new SignJWT(payload)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .sign(privateKey);
    },
  };
}
