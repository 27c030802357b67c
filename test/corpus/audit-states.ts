import { auditLinesView } from '../../src/views/channels/audit-lines-view.js';
import type { AuditEvent, NameClaim } from '../../src/views/channels/audit-view.js';
import { recentRefusalsView } from '../../src/views/moderation/recent-refusals-view.js';
import { channelIds, guildId, hash, minute, now, reference, roleIds, userIds } from './sample.js';
import type { State, Surface } from './state.js';

const { maya, tom, mod } = userIds;
const nameClaim: NameClaim = () => ({ itemName: 'Aurora', ending: '…3a8c', holderIds: [maya] });
const itemName = 'Aurora';

const found = { reference, guildId, userId: tom, why: 'invalid', expiresAt: now };

const line = (name: string, says: string, event: AuditEvent): State => ({
	name: `audit/${name}`,
	says,
	most: 4,
	show: (t) => auditLinesView(t, [event], nameClaim).view,
});

const verified = { kind: 'verified', userId: maya, hash, itemName, returning: false } as const;
const taken = { kind: 'refused', userId: tom, reason: 'taken', reference, hash } as const;

export const auditSurface: Surface = {
	title: 'The audit channel',
	states: [
		{
			name: 'audit/lines',
			says: 'Several at once',
			most: 10,
			show: (t) => auditLinesView(t, [verified, taken], nameClaim).view,
		},
		line('verified', 'Verified', verified),
		line('renewed', 'Support was renewed', { kind: 'renewed', userId: maya, itemName }),
		line('invalid', 'Refused', { kind: 'refused', userId: tom, reason: 'invalid', reference }),
		line('taken', 'Somebody else has it', taken),
		line('moved', 'The staff moved it', {
			kind: 'moderation',
			event: {
				deed: 'moved',
				by: mod,
				memberId: maya,
				toUserId: tom,
				isOwnCase: false,
				hash,
				itemName,
				codeEnd: '3a8c',
				why: 'new account',
			},
		}),
		line('setup', 'The buyer role was chosen', {
			kind: 'setup',
			userId: mod,
			change: { what: 'buyer-role', roleId: roleIds.buyer },
		}),
		line('panel', 'The panel was posted', { kind: 'panel', userId: mod, channelId: channelIds.verify }),
		line('revoked', 'The shop no longer lists it', { kind: 'revoked', userId: maya, hash, itemName }),
		line('unlinked', 'Unlinked by its member', { kind: 'unlinked', userId: maya, itemName }),
		line('many', 'Many within a minute', {
			kind: 'verified-many',
			count: 23,
			items: [
				{ name: 'Aurora', count: 14 },
				{ name: 'Desk Icons', count: 9 },
			],
		}),
		line('many-refused', 'Many refusals', { kind: 'refused-many', count: 31, since: 1_765_195_200 }),
		{
			name: 'audit/show-them',
			says: '*Show them*',
			show: (t) =>
				recentRefusalsView(
					t,
					['KQT-WDR', 'BCD-FGH', 'JKL-MNP'].map((each, at) => ({
						...found,
						reference: each,
						at: now - at * minute,
					})),
				),
		},
	],
};
