// A LAWYER MUST REVIEW THIS TEXT before the shop opens: see first-pages.ts.

/** Markdown. Update it when the store collects other personal data. */
export const privacyText = `What we store about you, why, and what you can do about it.

## In short

- We store what an order needs: your email address, your name and what you bought.
- Your card is handled by our external payment provider. We never see its number.
- We send news and reminders only if you agree, and sell no data.
- Analytics and marketing services are loaded only if you agree.

## What we store

- **Orders:** Your email address and name as you gave them to the payment provider, your billing country and your VAT number if you gave one, the products, prices, times, your order number, the link to your invoice, the terms that you accepted and when, the website or campaign that led you here (unless your browser asks us not to record it), and the provider's references to the payment, its refunds and disputes.
- **Emails:** Copies of the emails that we sent you, and whether they could be sent.
- **Choice of emails:** Your email address, and whether you want news about your files and reminders of unfinished orders. We keep this permanently, even if you never bought anything, so that we never email you after you opt out.
- **Unfinished orders:** What you chose, and your email address if you agreed to a reminder on the payment page, for 90 days.
- **Withdrawals:** Your name, your email address and what you declared, if you withdraw from an order.
- **Contact messages:** Your name, email address, subject and message. Your browser adds its name and language, the kind of device, the screen's size and your local time, which help us with technical questions.
- **Sign-in:** If you sign in: your email address, your name if you gave one, when and with which browser you signed in, and, with an external login, its identifier for you.
- **Sign-in codes:** The email address that was entered to get a code or to find an order, and that we sent a code to it. We keep this for about 30 days, even if somebody else entered the address. The code itself is not stored. Wrong codes for an address that has orders are counted until its owner signs in.
- **IP address:** Counters of requests from your IP address, which protect our forms from misuse.
- **Visits:** How often each page is opened, by day, by kind of device, and by the website or campaign that visitors come from. We count without cookies and store nothing that identifies you. If your browser sends “Global Privacy Control” or “Do Not Track”, we do not record where you come from.
- **Changes:** A record of what was changed in orders and messages, when, and by whom.

## What we use it for

- To deliver what you bought, and to send it again when you ask.
- To answer you and to handle refunds.
- To keep the accounting records that the law requires.
- To protect the shop and its customers from misuse.
- To send you news about your files, or a reminder of an unfinished order, if you agreed.

The first two are needed for the contract with you, the third is a legal duty, and the fourth is our legitimate interest. The last needs your consent; a link in each of these emails stops them.

## Who else sees it

Payments are handled by an external card payment provider. You enter your card, address and name there, under its own privacy policy; it tells us that you paid, for what, under which email address and name, and your billing country and VAT number.

We send mail through a mail service, and the shop runs on rented servers. These companies work for us and may not use your data for themselves. We share it with nobody else unless the law requires it.

## Cookies and browser storage

Cookies, which your browser stores and sends back to us. Over a secure connection the names of all but “code” begin with \`__Host-\`:

- **buyer:** Set when you start a checkout, ask for a sign-in code, look for an order or sign in. It lasts 28 days after the last of these, or until you log out. It contains a random number, shows this browser the guest orders of the last 28 days, and ties a code to the browser that asked for it.
- **session:** Set when you sign in. It keeps you signed in until you log out or until 30 days after your last visit, but never longer than 60 days.
- **code:** Set when you open the shop with a discount code. It contains that code, so that its prices are shown and used at the checkout, until you close your browser.
- **login:** Set for ten minutes when you start an external login. It contains random values that identify this attempt.

Data in your browser's storage:

- **checkoutError:** In this tab: why a checkout failed, until the error page has shown it.
- **loginRedirect:** In this tab: the page to open after an external login in the same window.
- **loginResult:** The result of an external login, passed from one window to another. It is valid for five minutes and removed once read.
- **account:** The last copy of your account page and the list of files you saved for offline, so that both work without a connection. Removed when you log out or somebody else signs in.
- **signOutPending:** That you logged out while offline, so we can end the session later. Removed once that is done.
- **paper:** Whether you print on A4 or US Letter, so that lists show that size first.
- **reloaded:** In this tab: that a page was reloaded for a new version of the shop, so that it happens only once.
- **shell:** The program files of your account page, the same for everybody, so that it opens without a connection. Stored from your first visit to your account.
- **files:** The files you saved for offline. Removed when you remove them, log out, or somebody else signs in.

And where analytics or marketing services are set up:

- **consent:** Your choice, and when you made it. We ask again after a year.
- **orderSessions:** The checkout of each of your recent orders, so that the page address contains only the order number, and the services learn no more.
- **unreportedPurchases:** In this tab: the number, amount and products of an order, until you have made your choice.
- **askedOrders:** In this tab: which order is being looked up, until we have the answer.
- **notedOrders:** In this tab: which orders were looked up, to avoid doing it twice.
- **reportedOrders:** Which orders were reported to them, to avoid duplicates.

Data of a tab is removed when you close it; the rest stays until you clear it in your browser.

All of these are necessary for what you ask the shop to do, or to respect your choice, so they need no consent.

## Analytics and marketing services

The shop can report a purchase to analytics and marketing services: the order's number, amount and products. They are loaded only after you agree, and may then set their own cookies. When you withdraw your consent, we remove those cookies from this site. If you were never asked, no such service is in use.

## How long we keep it

We keep orders as long as you can download your files, and as long as tax law requires. We keep your choice of emails for good. We keep contact messages until we delete them; you can ask us to do so at any time.

## Your rights

Depending on where you live, you can ask for a copy of your data, have it corrected or deleted, object to its use, or take it elsewhere. You can withdraw a consent at any time, and complain to your data protection authority.

Write to [{support}](mailto:{support}) from the email address of your order, so that we know it is you.

## Children

The pages are for children, the shop is for adults. We never ask for data about a child; please do not write more about one in the contact form than we need to know.

## Questions

{seller.name} is responsible for your data; the [imprint](/imprint) has the address.

Write to [{support}](mailto:{support}) or use the [contact form](/contact).`;
