import type { GuildFinding, Named, RoleFault } from '../guilds/examine-guild.js';
import type { ChannelNeed, Power } from '../guilds/guild-facts.js';
import { oneLine } from './text.js';

/** A finding in words. `todo`: what a person can do about it; '' where there is nothing to do. */
export interface FindingText {
	readonly says: string;
	readonly todo: string;
}

/** How roles and channels are named: as mentions that Discord shows by name, or plainly for a terminal. */
export type NameStyle = 'mention' | 'plain';

const dragMyRole = 'In Server Settings → Roles, drag the bot’s role above it.';
const chooseAnother = 'Choose another one with /setup.';

/** One check of a server in words. */
export function guildFindingText(finding: GuildFinding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'manage-roles':
			return finding.level === 'ok'
				? fine('The bot may manage roles.')
				: {
						says: 'The bot may not manage roles, so nobody gets one.',
						todo: 'In Server Settings → Roles, give the bot’s role the permission Manage Roles.',
					};
		case 'buyer-role':
			return finding.level === 'ok'
				? fine('A buyer role is set.')
				: { says: 'No buyer role is set, so nobody gets one.', todo: 'Choose one with /setup server.' };
		case 'roles-assignable':
			if (finding.level === 'ok') return fine('Every role can be given by the bot.');
			return roleFaultText(finding.fault, roleName(finding.role, style));
		case 'roles-harmless':
			if (finding.level === 'ok') return fine('No role hands out power over the server.');
			return {
				says: `${roleName(finding.role, style)} gives every buyer who gets it: ${powerNames(finding.powers)}.`,
				todo: 'Take these permissions from the role, or choose another one with /setup.',
			};
		case 'audit-channel':
			return auditChannelText(finding, style);
	}
}

function fine(says: string): FindingText {
	return { says, todo: '' };
}

function auditChannelText(
	finding: Extract<GuildFinding, { check: 'audit-channel' }>,
	style: NameStyle,
): FindingText {
	if (finding.level === 'ok') {
		return fine(
			finding.channel === undefined
				? 'No audit channel is set: nothing is written about verifications.'
				: 'The audit channel can be written.',
		);
	}
	const channel = channelName(finding.channel, style);
	switch (finding.fault) {
		case 'missing':
			return { says: `The audit channel ${channel} does not exist in this server.`, todo: chooseAnother };
		case 'no-messages':
			return { says: `The audit channel ${channel} does not take messages.`, todo: chooseAnother };
		case 'not-allowed':
			return {
				says: `The bot may not write to the audit channel ${channel}.`,
				todo: `In the channel’s permissions, allow the bot: ${finding.lacking.map((need) => needNames[need]).join(', ')}.`,
			};
	}
}

function roleFaultText(fault: RoleFault, role: string): FindingText {
	switch (fault) {
		case 'missing':
			return { says: `The role ${role} does not exist in this server.`, todo: chooseAnother };
		case 'everyone':
			return { says: `${role} is everybody’s and can’t be given.`, todo: chooseAnother };
		case 'managed':
			return {
				says: `${role} belongs to a bot or an integration, and nobody can give it.`,
				todo: chooseAnother,
			};
		case 'above-bot':
			return { says: `${role} is above the bot’s own role, so the bot can’t give it.`, todo: dragMyRole };
	}
}

function roleName({ id, name }: Named, style: NameStyle): string {
	if (name === undefined) return style === 'mention' ? `\`${id}\`` : id;
	return style === 'mention' ? `<@&${id}>` : `“${oneLine(name) || id}”`;
}

function channelName({ id, name }: Named, style: NameStyle): string {
	if (name === undefined) return style === 'mention' ? `\`${id}\`` : id;
	return style === 'mention' ? `<#${id}>` : `#${oneLine(name) || id}`;
}

/** As Discord's own settings call them. */
export function powerNames(powers: readonly Power[]): string {
	return powers.map((power) => names[power]).join(', ');
}

const names = {
	Administrator: 'Administrator',
	ManageGuild: 'Manage Server',
	ManageRoles: 'Manage Roles',
	ManageChannels: 'Manage Channels',
	ManageWebhooks: 'Manage Webhooks',
	ManageMessages: 'Manage Messages',
	ManageThreads: 'Manage Threads',
	ManageNicknames: 'Manage Nicknames',
	ManageEvents: 'Manage Events',
	ManageGuildExpressions: 'Manage Expressions',
	KickMembers: 'Kick Members',
	BanMembers: 'Ban Members',
	ModerateMembers: 'Timeout Members',
	MentionEveryone: 'Mention @everyone',
} as const satisfies Record<Power, string>;

const needNames = {
	ViewChannel: 'View Channel',
	SendMessages: 'Send Messages',
} as const satisfies Record<ChannelNeed, string>;
