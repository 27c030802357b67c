import type { Disputes } from '../disputes/disputes.js';
import type { PersonalRoom } from '../members/personal-data.js';
import type { Proposals } from '../moderation/proposals.js';
import type { Notices } from '../notices/notices.js';
import type { References } from '../references/references.js';

/** Every room that stores rows with members' ids, beside claims and limits: `/privacy` names, gives out and deletes these. */
export function createPersonalRooms(parts: {
	readonly references: Pick<References, 'of' | 'forget'>;
	readonly notices: Pick<Notices, 'of' | 'forget'>;
	readonly proposals: Pick<Proposals, 'of' | 'forget'>;
	readonly disputes: Pick<Disputes, 'of' | 'forget'>;
}): readonly PersonalRoom[] {
	const { references, notices, proposals, disputes } = parts;
	return [
		{
			kind: 'refusals',
			of: async (userId) =>
				(await references.of(userId)).map(({ at, guildId, why }) => ({ at, guildId, what: why })),
			forget: (userId) => references.forget(userId),
		},
		{
			kind: 'notices',
			of: (userId) => notices.of(userId),
			forget: (userId) => notices.forget(userId),
		},
		{
			kind: 'proposals',
			of: (userId) => proposals.of(userId),
			forget: (userId) => proposals.forget(userId),
		},
		{
			kind: 'disputes',
			of: (userId) => disputes.of(userId),
			forget: (userId) => disputes.forget(userId),
		},
	];
}
