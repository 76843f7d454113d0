/** Font stacks that load nothing. */
export const serif = "Georgia,'Times New Roman',serif";
export const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Light-mode colours, set in each element's style attribute, which every mail client honours. */
export const inkColour = '#1c1d1f';
export const quietColour = '#5f6266';

/** Dark-mode colours, as style rules for elements with these classes. */
export const nightStyles = `
    .page, .card { background: #16181b !important; }
    .card, .rule { border-color: #33373d !important; }
    .ink, .ink a { color: #eceae6 !important; }
    .quiet, .quiet a { color: #a9aeb6 !important; }
    .button { background: #eceae6 !important; color: #16181b !important; }`;
