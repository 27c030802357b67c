/** `reading`: slowly enough to follow; `fast`: without pauses. */
export type ReplayPace = 'reading' | 'fast';
