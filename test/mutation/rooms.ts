/** The rooms whose unit tests must notice nearly every change of the code. */
export const rooms = ['claims', 'roles', 'services', 'marketplace'] as const;
export type Room = (typeof rooms)[number];
