import { directionOf } from "../../server/contract/language.ts";

type FileDocumentProps = {
  title: string;
  language: string;
  /** HTML of the rendered page. */
  app: string;
};

/** Styles of a saved page, which has no style sheet: those of the printed page, by element. */
const STYLES = `
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #20283a;
    font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  dl { display: flex; flex-wrap: wrap; gap: 1.5rem 3rem; }
  dd { margin: 0; }
  dd span, td span, th span { display: block; }
  table { width: 100%; border-collapse: collapse; }
  tr { border-bottom: 1px solid; }
  th, td { padding: 0.5rem 0; vertical-align: top; }
  th { text-align: start; }
  tbody th { font-weight: normal; }
  td, thead th:last-child { text-align: end; white-space: nowrap; }
  .print\\:hidden, .needs-script { display: none; }
`;

/** Document of a page that is saved as a file and opened without the shop. */
export function FileDocument({ title, language, app }: FileDocumentProps) {
  return (
    <html lang={language} dir={directionOf(language) === "rtl" ? "rtl" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body dangerouslySetInnerHTML={{ __html: app }} />
    </html>
  );
}
