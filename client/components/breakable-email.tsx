/** An email address that breaks after the @ before it breaks anywhere else. */
export function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
