/** Stacks of fonts that need nothing to be loaded. */
export const serif = "Georgia,'Times New Roman',serif";
export const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The colours by day, in the style of each element, which every mail program honours. */
export const inkColour = '#1c1d1f';
export const quietColour = '#5f6266';

/** The colours by night, in a style sheet for what has these classes. */
export const nightStyles = `
    .page, .card { background: #16181b !important; }
    .card, .rule { border-color: #33373d !important; }
    .ink, .ink a { color: #eceae6 !important; }
    .quiet, .quiet a { color: #a9aeb6 !important; }
    .button { background: #eceae6 !important; color: #16181b !important; }`;
