/** What `less` and `systemctl status` put in the place of the rest of a line that is wider than the screen. */
export const PAGER_MARK = /[>…]$/;
/** The same, and what people put there who paste a part of a line. */
export const CUT_MARK = /(?:[>…]|\.{3})$/;
