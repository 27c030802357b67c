import type { ChannelFacts, GuildFacts, RoleFacts } from '../../../src/servers/guild-facts.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import { noRules } from '../no-rules.js';

/** Roles and channels of the guild below. */
export const ids = {
	guild: '100000000000000001',
	buyer: '300000000000000001',
	supported: '300000000000000002',
	aboveBot: '300000000000000003',
	managed: '300000000000000004',
	staff: '300000000000000005',
	admin: '300000000000000006',
	insider: '300000000000000007',
	legend: '300000000000000008',
	deleted: '300000000000000009',
	moderator: '300000000000000010',
	audit: '400000000000000001',
	hidden: '400000000000000002',
	lobby: '400000000000000004',
	category: '400000000000000003',
	unseen: '400000000000000005',
	adults: '400000000000000006',
} as const;

function role(name: string, changes: Partial<RoleFacts> = {}): RoleFacts {
	return {
		name,
		isEveryone: false,
		isManaged: false,
		isBelowBot: true,
		powers: [],
		powerBits: 0n,
		canManageRoles: false,
		opens: [],
		...changes,
	};
}

function sampleChannel(name: string, changes: Partial<ChannelFacts> = {}): ChannelFacts {
	return { name, takesMessages: true, everyoneLacks: [], lacking: [], ...changes };
}

/** A guild with one role for each problem that a role can have, and likewise for channels. */
export function fakeGuild(changes: Partial<Pick<GuildFacts, 'canManageRoles'>> = {}): GuildFacts {
	const roles = new Map<string, RoleFacts>([
		[ids.guild, role('@everyone', { isEveryone: true })],
		[ids.buyer, role('Buyer')],
		[ids.supported, role('Supported')],
		[ids.aboveBot, role('Legend', { isBelowBot: false })],
		[ids.managed, role('Other bot', { isManaged: true })],
		[ids.staff, role('Staff', { powers: ['ManageGuild', 'BanMembers'], powerBits: 0x24n })],
		[ids.moderator, role('Moderator', { isBelowBot: false, powers: ['KickMembers'], powerBits: 0x2n })],
		[ids.legend, role('High')],
		[ids.admin, role('Admin', { powers: ['Administrator'], powerBits: 0x8n })],
		[ids.insider, role('Insider', { opens: [ids.audit] })],
	]);
	const channels = new Map<string, ChannelFacts | 'hidden'>([
		[ids.audit, sampleChannel('audit', { everyoneLacks: ['ViewChannel'] })],
		[
			ids.hidden,
			sampleChannel('hidden', { everyoneLacks: ['ViewChannel'], lacking: ['ViewChannel', 'SendMessages'] }),
		],
		[ids.category, sampleChannel('Staff area', { takesMessages: false })],
		[ids.lobby, sampleChannel('lobby')],
		[ids.unseen, 'hidden'],
		[ids.adults, sampleChannel('adults', { isAgeRestricted: true })],
	]);
	return {
		id: ids.guild,
		name: 'Aurora Support',
		canManageRoles: true,
		role: (id) => roles.get(id),
		channel: (id) => channels.get(id),
		...changes,
	};
}

export function sampleSettings(changes: Partial<GuildSettings> = {}): GuildSettings {
	return { ...noRules, buyerRoleId: ids.buyer, updates: undefined, ...changes };
}
