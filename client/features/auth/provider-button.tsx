import type { LoginProvider } from "../../../server/contract/site.ts";
import { Button } from "../../components/button.tsx";
import { loginWords } from "../../content/login.ts";

type ProviderButtonProps = {
  provider: LoginProvider;
  busy: boolean;
  disabled: boolean;
  onPress: () => void;
};

/** The way in with the external login, above the one by email. Only a script can go it. */
export function ProviderButton({ provider, busy, disabled, onPress }: ProviderButtonProps) {
  return (
    <div className="needs-script">
      <Button
        className="w-full"
        aria-disabled={disabled || undefined}
        onClick={() => disabled || onPress()}
      >
        {busy ? loginWords.signingIn : loginWords.continueWith(provider.name)}
      </Button>
      <p className="my-5 flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {loginWords.divider}
      </p>
    </div>
  );
}
