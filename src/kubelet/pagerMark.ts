/** What `less` and `systemctl status` put in the place of the rest of a line that is wider than the screen. */
export const PAGER_MARK = /[>…]$/;
/** The same, with what editors and old tools put there, which a text may end in by itself. */
export const CUT_MARK = /(?:[>…$]|\.{3})$/;
