/** Takes a field's error away once the field is edited, and the summary with the last of them. */
export const FORM_SCRIPT = `
addEventListener("input", ({ target }) => {
  if (!target.hasAttribute("aria-invalid")) return;
  target.removeAttribute("aria-invalid");
  document.getElementById(target.id + "-error")?.remove();
  if (!document.querySelector("[aria-invalid]")) document.querySelector(".alert")?.remove();
});
`;
