/**
 * Takes everything that belongs to a signed-in user off this device, in every tab. A failure is reported:
 * it keeps nobody signed in.
 */
export async function emptyThisDevice(): Promise<void> {
  try {
    const { emptyDevice } = await import("../../../pwa/library/library.ts");
    await emptyDevice();
  } catch (error) {
    reportError(error);
  }
}
