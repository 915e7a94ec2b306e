/** signal(7). systemd sends it to a unit that has not ended in its time after it was told to stop (`TimeoutStopSec`, systemd.service(5)). */
export const SIGKILL = 9;
