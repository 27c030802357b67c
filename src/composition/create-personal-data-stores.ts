import type { Disputes } from '../moderation/disputes/disputes.js';
import type { Proposals } from '../moderation/proposals.js';
import type { References } from '../moderation/references/references.js';
import type { Notices } from '../notifications/notices.js';
import type { PersonalDataStore } from '../purchases/personal-data.js';

/** Every room that stores rows with members' ids, beside claims and limits: `/privacy` names, gives out and deletes these. */
export function createPersonalDataStores(parts: {
	readonly references: Pick<References, 'of' | 'forget'>;
	readonly notices: Pick<Notices, 'of' | 'forget'>;
	readonly proposals: Pick<Proposals, 'of' | 'forget'>;
	readonly disputes: Pick<Disputes, 'of' | 'forget'>;
}): readonly PersonalDataStore[] {
	const { references, notices, proposals, disputes } = parts;
	return [
		{
			kind: 'refusals',
			of: async (userId, reach) => {
				const { rows, isComplete } = await references.of(userId, reach);
				return { rows: rows.map(({ at, guildId, why }) => ({ at, guildId, what: why })), isComplete };
			},
			forget: (userId) => references.forget(userId),
		},
		{
			kind: 'notices',
			// Their keys begin with the member's id.
			of: async (userId) => ({ rows: await notices.of(userId), isComplete: true }),
			forget: (userId) => notices.forget(userId),
		},
		{
			kind: 'proposals',
			of: (userId, reach) => proposals.of(userId, reach),
			forget: (userId) => proposals.forget(userId),
		},
		{
			kind: 'disputes',
			of: (userId, reach) => disputes.of(userId, reach),
			forget: (userId) => disputes.forget(userId),
		},
	];
}
