// A LAWYER MUST REVIEW THIS TEXT before the shop opens: see policies.ts.
import { facts, plain, type Policy, section } from "./policies.ts";

/** What the store keeps about people; it must change with the store. */
export const privacyPolicy: Policy = {
  title: "Privacy Policy",
  description:
    "What this shop stores about you, why, who else sees it, which cookies it sets, and how to have your data corrected or deleted.",
  subtitle: "What we store about you, why, and what you can do about it.",
  sections: [
    section(
      "short",
      "In short",
      plain(
        "We store what an order needs: your email address, your name and what you bought.",
        "Your card is handled by our external payment provider. We never see its number.",
        "We send no newsletters and sell no data.",
        "Measuring services are loaded only if you agree.",
      ),
    ),
    section(
      "stored",
      "What we store",
      facts({
        Orders:
          "Your email address and name as you gave them to the payment provider, the products, prices, times, your order number, and the provider's references to the payment, its refunds and disputes.",
        Mails: "Copies of the mails that we sent you, and whether they could be sent.",
        "Contact messages":
          "Your name, email address, subject and message. Your browser adds its name and language, the kind of device, the screen's size and your local time, which help us with technical questions.",
        "Sign-in":
          "If you sign in: your email address, your name if you gave one, when and with which browser you signed in, and, with an external login, its identifier for you.",
        "Sign-in codes":
          "The address that was typed in to get a code or to find an order, and that a mail went there, for about 30 days, whoever typed it in. The code itself is not stored. Wrong tries at an address that has orders are counted until its owner signs in.",
        "Network address":
          "Counters under your network address, which protect our forms from misuse.",
        Changes: "A record of what was changed in orders and messages, when, and by whom.",
      }),
    ),
    section(
      "purposes",
      "What we use it for",
      plain(
        "To deliver what you bought, and to send it again when you ask.",
        "To answer you and to handle refunds.",
        "To keep the books that the law asks for.",
        "To protect the shop and its customers from misuse.",
      ),
      "The first two are needed for the contract with you, the third is a legal duty, and the last is our legitimate interest.",
    ),
    section(
      "others",
      "Who else sees it",
      "Payments run at an external card payment provider. You enter your card, address and name there, under its own privacy policy; it tells us that you paid, for what, and under which email address and name.",
      "Our mails leave through a mail service, and the shop runs on rented servers. These companies work for us and may not use your data for themselves. Nobody else gets it, unless a law obliges us.",
    ),
    section(
      "cookies",
      "Cookies and browser storage",
      "Cookies, which your browser keeps and sends back to us. Over a secure connection their names begin with __Host-:",
      facts({
        buyer:
          "Set when you start a checkout, ask for a sign-in code, look for an order or sign in. It stays for 28 days after the last of these, or until you log out. It holds a random number, lets this browser see what it has ordered as a guest in the last 28 days, and makes a code work in the browser that asked for it.",
        session:
          "Set when you sign in. It keeps you signed in until you log out, until 30 days after your last visit, and for 60 days at most.",
        login:
          "Set for ten minutes when you begin to sign in with an external login. It holds random texts by which this browser knows its own attempt.",
      }),
      "Notes in your browser's own storage:",
      facts({
        checkoutError: "For this tab: why a checkout failed, until the error page has shown it.",
        loginRedirect: "For this tab: where to go on after an external login in the same window.",
        loginResult:
          "What an external login has answered, on its way from one window to another. It counts for five minutes, and is removed when it is read.",
        account:
          "What your account shows, as it was last read, and the list of files that you save for offline, so that both are there without a connection. They are removed when you log out, and when somebody else signs in.",
        signOutPending:
          "That you have logged out while the shop could not be told, so that it is told later. It is removed when that is done.",
        paper: "Whether you print on A4 or US Letter, so that every list begins with it.",
        reloaded:
          "For this tab: that a page was loaded anew because the shop's program had changed, so that it happens once.",
        shell:
          "The program of your account, the same for everybody, so that it opens without a connection. It is kept from your first visit of your account on.",
        files:
          "The files that you save for offline. They are removed when you remove them, when you log out, and when somebody else signs in.",
      }),
      "And where measuring services are set up:",
      facts({
        consent: "What you chose about them, and when. We ask again after a year.",
        orderSessions:
          "Which checkout each of your last orders came from. The address of its page then shows the order number alone, and the services learn no more.",
        unreportedPurchases:
          "For this tab: the number, amount and products of an order, until you have chosen.",
        askedOrders:
          "For this tab: which of your orders is being looked up, until the answer is there.",
        notedOrders: "For this tab: which of your orders were looked up, so that each is once.",
        reportedOrders: "Which orders they were told of, so that none is told twice.",
      }),
      "What is kept for a tab goes when you close it; the rest stays until you clear it in your browser.",
      "These are needed for what you ask the shop to do, or to respect your choice, so they need no consent.",
    ),
    section(
      "measuring",
      "Measuring services",
      "The shop can be set up to tell services for product analytics and advertising of a purchase: the order's number, amount and products. They are loaded only after you have agreed on the page, and may then set cookies of their own. When you withdraw your consent, we remove those cookies from this site. If you were never asked, none is in use.",
    ),
    section(
      "keeping",
      "How long we keep it",
      "Orders stay as long as you should be able to get your files again, and as long as tax law asks. Contact messages stay until we delete them; you can ask us to do so at any time.",
    ),
    section(
      "rights",
      "Your rights",
      "Depending on where you live, you can ask for a copy of your data, have it corrected or deleted, object to its use, or take it elsewhere. You can withdraw a consent at any time, and complain to your data protection authority.",
      "Write to {email} from the address that your order has, so that we know it is you.",
    ),
    section(
      "children",
      "Children",
      "The pages are for children, the shop is for adults. We ask for nothing about a child; please write nothing about one into the contact form that we do not need to know.",
    ),
    section("questions", "Questions", "Write to {email} or use the {contact}."),
  ],
};
