/** The demo's placeholder testimonials: the people are fictional, the portraits are drawings. */
export const firstTestimonials = [
  {
    text: "She asks for “her pages” before breakfast now. The tablet has been in the drawer all week, and nobody has mentioned it.",
    author: "Hannah R.",
    role: "Mother of one",
    gradient: "sun",
  },
  {
    text: "I print on Sunday while the pasta cooks. On Monday everything is there, and I look like a father with a plan.",
    author: "Daniel M.",
    role: "Father of two",
    gradient: "sky",
  },
  {
    text: "The plan says which pages, which crayons and what to do when we need to wiggle. That is all I ever wanted from a curriculum.",
    author: "Sophie L.",
    role: "Homeschooling mother",
    gradient: "teal",
  },
  {
    text: "The mazes start easily enough that my shy ones dare to try, and get tricky enough that my fast ones stay seated.",
    author: "Amara O.",
    role: "Preschool teacher",
    gradient: "line",
  },
  {
    text: "My grandson is here on Tuesdays and Thursdays. I open the week, find the day, and we begin. Large print for both of us!",
    author: "Ruth K.",
    role: "Grandmother and carer",
    gradient: "sun",
  },
  {
    text: "We speak two languages at home. The pictures carry the words, so we do each page twice, once in each.",
    author: "Leila H.",
    role: "Mother of twins",
    gradient: "teal",
  },
  {
    text: "Black lines, no fuss, no cartoon shouting from every corner. My son colors one cow for half an hour.",
    author: "Tom B.",
    role: "Stay-at-home father",
    gradient: "sky",
  },
  {
    text: "I look after four children of three ages. The little ones color, the big ones trace, and everybody is on the farm this month.",
    author: "Mei C.",
    role: "Childminder",
    gradient: "line",
  },
  {
    text: "We missed two weeks with a cold and simply went on. Nothing was lost, and nobody scolded us.",
    author: "Freya S.",
    role: "Mother of three",
    gradient: "sky",
  },
  {
    text: "The tooth-brushing chart hangs in the bathroom. He colors his circle every evening, and he reminds me.",
    author: "Paula V.",
    role: "Homeschooler",
    gradient: "sun",
  },
] as const;

export const firstFaqs = [
  {
    question: "Is it right for my child’s age?",
    answer:
      "It is made for children aged 2 to 5. Two-year-olds color, match and snip beside you; four- and five-year-olds trace, count and find their way through the mazes alone. Begin with month 1 at any age and leave out what is too easy or too early.",
  },
  {
    question: "How do I get the pages, and do I need an account?",
    answer:
      "Right after the payment we email links to your PDFs to the address you entered. You can also download them at once from the page of your order; before that, we may show you an offer or two, which you can decline. You need no account. Please type the address with care, as everything goes there.",
  },
  {
    question: "Do you send a printed book?",
    answer:
      "No, there is no printed version. You get PDFs and print them at home or in a copy shop. Every page comes in A4 and in US Letter, as black line art that is gentle on ink.",
  },
  {
    question: "What do I need, and how long does it take?",
    answer:
      "A printer, a pencil, crayons, child-safe scissors and a glue stick. The plan takes about 20 minutes a day, Monday to Friday, for 36 weeks. Slower is fine: nothing runs out.",
  },
  {
    question: "May I print a page more than once?",
    answer:
      "Yes. You pay once and print as often as you need, this year and for the next child. The pages are for personal, non-commercial use only, so please don't sell them or pass the files on.",
  },
  {
    question: "What if something is wrong with my files?",
    answer:
      "Write to us within 14 days. We fix downloads that fail and files that are damaged, and refund accidental duplicate orders and anything that doesn't match its description.\n\n[Read the refund policy](/refund)",
  },
] as const;

/** Questions of a shop with products of its own: the answers are true of every shop. */
export const neutralFaqs = [
  {
    question: "How do I get my files, and do I need an account?",
    answer:
      "Right after the payment we email links to your files to the address you entered. You can also download them from the page of your order. You need no account. Please type the address with care, as everything goes there.",
  },
  {
    question: "Do you send printed pages?",
    answer: "No. You get PDFs and print them at home or in a copy shop.",
  },
  {
    question: "May I print a page more than once?",
    answer:
      "Yes, as often as you need. The pages are for personal, non-commercial use only, so please don't sell them or pass the files on.",
  },
  {
    question: "What if something is wrong with my files?",
    answer:
      "Write to us. We fix downloads that fail and files that are damaged.\n\n[Read the refund policy](/refund)",
  },
] as const;
