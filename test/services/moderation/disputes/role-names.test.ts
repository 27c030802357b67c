import { expect, it } from 'vitest';
import { ModeratedRoles } from '../../../../src/services/moderation/moderated-roles.js';
import { claimOf } from '../../../roles/owed-claims.js';
import { fakeGuild, ids } from '../../../servers/checkup/fake-guild.js';
import { noRules } from '../../../servers/no-rules.js';
import { floor } from '../../../world/floor.js';

const end = 1_000_000;

it.each([
	['the roles that it gives in the guild', ids.supported, end - 1, ['Buyer', 'Supported']],
	['without the role of active support once that has ended', ids.supported, end, ['Buyer']],
	['without a role that was deleted', ids.deleted, end - 1, ['Buyer']],
])('the role names of a purchase are %s', async (_, supportedRoleId, now, expected) => {
	const rules = { ...noRules, buyerRoleId: ids.buyer, supportedRoleId };
	const names = new ModeratedRoles(
		floor({
			guilds: { rulesOf: async (guildId) => (guildId === ids.guild ? rules : undefined) },
			discord: { factsOf: (guildId) => (guildId === ids.guild ? fakeGuild() : undefined) },
			clock: { now: () => now },
		}),
	);
	expect(await names.namesOf(ids.guild, claimOf('holder', { supportedUntil: end }))).toEqual(expected);
	expect(await names.namesOf('100000000000000009', claimOf('holder'))).toEqual([]);
});
