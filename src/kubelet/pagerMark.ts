/** What `less` and `systemctl status` put in the place of the rest of a line that is wider than the screen. */
export const PAGER_MARK = /[>…]$/;
