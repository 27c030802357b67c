import type { Power } from '../guilds/guild-facts.js';
import type { GuildFinding, Named, RoleFault } from '../guilds/guild-finding.js';
import type { Translator } from '../i18n/translator.js';
import { oneLine } from './text.js';

/** A finding in words. `todo`: what a person can do about it; '' where there is nothing to do. */
export interface FindingText {
	readonly says: string;
	readonly todo: string;
}

/** How roles and channels are named: as mentions that Discord shows by name, or plainly for a terminal. */
export type NameStyle = 'mention' | 'plain';

/** One check of a server in words. */
export function guildFindingText(t: Translator, finding: GuildFinding, style: NameStyle): FindingText {
	switch (finding.check) {
		case 'manage-roles':
			return finding.level === 'ok'
				? fine(t('finding.manageRoles.ok'))
				: { says: t('finding.manageRoles.says'), todo: t('finding.manageRoles.todo') };
		case 'buyer-role':
			return finding.level === 'ok'
				? fine(t('finding.buyerRole.ok'))
				: { says: t('finding.buyerRole.says'), todo: t('finding.buyerRole.todo') };
		case 'roles-assignable':
			if (finding.level === 'ok') return fine(t('finding.rolesAssignable.ok'));
			return roleFaultText(t, finding.fault, roleName(finding.role, style));
		case 'roles-harmless': {
			if (finding.level === 'ok') return fine(t('finding.rolesHarmless.ok'));
			const values = { role: roleName(finding.role, style), powers: powerNames(t, finding.powers) };
			return { says: t('finding.rolesHarmless.says', values), todo: t('finding.rolesHarmless.todo') };
		}
		case 'staff-role':
			return {
				says: t('finding.staffRole.says', { role: roleName(finding.role, style) }),
				todo: t('finding.chooseAnother'),
			};
		case 'staff-commands':
		case 'hidden-commands': {
			const key = finding.check === 'staff-commands' ? 'staffCommands' : 'hiddenCommands';
			const values = { role: roleName(finding.role, style), commands: finding.commands.join(', ') };
			return { says: t(`finding.${key}.says`, values), todo: t('finding.allowCommands') };
		}
		case 'audit-channel':
			return auditChannelText(t, finding, style);
	}
}

function fine(says: string): FindingText {
	return { says, todo: '' };
}

function auditChannelText(
	t: Translator,
	finding: Extract<GuildFinding, { check: 'audit-channel' }>,
	style: NameStyle,
): FindingText {
	if (finding.level === 'ok') {
		return fine(
			finding.channel === undefined ? t('finding.auditChannel.none') : t('finding.auditChannel.ok'),
		);
	}
	const says = t(`finding.auditChannel.${finding.fault}`, { channel: channelName(finding.channel, style) });
	switch (finding.fault) {
		case 'missing':
		case 'no-messages':
			return { says, todo: t('finding.chooseAnother') };
		case 'not-allowed': {
			const permissions = finding.lacking.map((need) => t(`permission.${need}`)).join(', ');
			return { says, todo: t('finding.auditChannel.allow', { permissions }) };
		}
	}
}

function roleFaultText(t: Translator, fault: RoleFault, role: string): FindingText {
	const todo = fault === 'above-bot' ? t('finding.role.dragMine') : t('finding.chooseAnother');
	return { says: t(`finding.role.${fault}`, { role }), todo };
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
export function powerNames(t: Translator, powers: readonly Power[]): string {
	return powers.map((power) => t(`permission.${power}`)).join(', ');
}
