import type { GrantTicket } from '../../src/roles/queued-grant.js';

const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;

/** A request for roles that is carried out already. */
export const grantedTicket: GrantTicket = {
	first: Promise.resolve(granted),
	settled: Promise.resolve(granted),
};
