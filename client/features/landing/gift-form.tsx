import { useId, useState } from "react";
import { CANCEL_ROUTER, SUCCESS_ROUTER } from "../../../server/contract/checkout-paths.ts";
import { CheckoutForm, StartingStatus } from "../../components/checkout-form.tsx";
import { EmailQuestion, useEmailQuestion } from "../../components/email-question.tsx";
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { payWords } from "../../content/pay.ts";
import { productWords } from "../../content/product.ts";
import { useCheckout } from "../../lib/checkout.ts";
import { useShowCheckoutError } from "./pack-parts.tsx";

const words = productWords.gift;
/** The giver returns to the order without seeing offers, which are for the owner of the files. */
const BACK = { successRouter: SUCCESS_ROUTER, cancelRouter: CANCEL_ROUTER };

/** Buys the product for another person: asks for the recipient's email before the payment. */
export function GiftForm({ productId }: { productId: number }) {
  const [email, setEmail] = useState("");
  const checkout = useCheckout(BACK);
  const question = useEmailQuestion(email);
  const questionId = useId();
  const onFail = useShowCheckoutError();
  const button = checkout.starting ? payWords.processing : words.button;

  return (
    <details className="mt-5 sm:max-w-[26rem] print:hidden">
      <summary className="w-fit cursor-pointer rounded-control py-2.5 font-semibold hover:text-teal">
        {words.open}
      </summary>
      <div className="mt-2">
        <CheckoutForm
          checkout={checkout}
          productIds={[productId]}
          gift={{ giftTo: email, holds: question.holds }}
          look="outline"
          onFail={onFail}
          status={<StartingStatus starting={checkout.starting} />}
          fields={
            <div className="mb-4">
              <TextField
                {...EMAIL_INPUT}
                // The browser would fill in the giver's own address.
                autoComplete="off"
                label={words.label}
                hint={words.hint}
                aria-describedby={question.suggestion && questionId}
                name="giftTo"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                onBlur={question.ask}
              />
              <EmailQuestion
                id={questionId}
                suggestion={question.suggestion}
                held={question.held ? words.button : undefined}
                accept={{ onClick: () => setEmail(question.suggestion ?? email) }}
              />
            </div>
          }
        >
          {button}
        </CheckoutForm>
      </div>
    </details>
  );
}
