import { ButtonStyle, ComponentType } from 'discord.js';
import type { SetupOutcome } from '../guilds/setup.js';
import type { SetupChange } from '../guilds/setup-change.js';
import type { Concern } from '../guilds/setup-concerns.js';
import type { Translator } from '../i18n/translator.js';
import { button, row } from './components.js';
import { componentsView, type MessageView } from './message.js';
import { firstNames, permissionNames } from './names.js';
import { confirmChoice, openRules, openSetup, subjectArgument } from './setup-ids.js';

const amber = 0xd2_99_22;
/** More would fill a phone's screen without helping anybody. */
const mostChannels = 15;

/** The concerns about a choice, with the button that saves it all the same. */
export function setupConfirmView(
	t: Translator,
	{ change, concerns, digest }: Extract<SetupOutcome, { kind: 'to-confirm' }>,
): MessageView {
	const isRule = change.what === 'rule';
	const isPowerful = concerns.some(({ kind }) => kind === 'powers');
	const use = button(
		t('setup.confirm.use'),
		useId(change, digest),
		isPowerful ? ButtonStyle.Danger : ButtonStyle.Primary,
	);
	const another = button(t('setup.confirm.another'), isRule ? openRules.encode(0) : openSetup.encode());
	const role = 'roleId' in change && change.roleId !== undefined ? `<@&${change.roleId}>` : '';
	const lines = concerns.map((concern) => concernText(t, concern, role));
	return componentsView([
		{
			type: ComponentType.Container,
			accent_color: amber,
			components: [{ type: ComponentType.TextDisplay, content: lines.join('\n') }, row(use, another)],
		},
	]);
}

function concernText(t: Translator, concern: Concern, role: string): string {
	switch (concern.kind) {
		case 'powers':
			return t('setup.confirm.powers', { role, powers: permissionNames(t, concern.powers) });
		case 'channels': {
			const channels = concern.channelIds.map((id) => `<#${id}>`);
			return t('setup.confirm.channels', { channels: firstNames(t, channels, mostChannels) });
		}
		case 'holders':
			return concern.count === undefined
				? t('setup.confirm.someHolders', { role })
				: t('setup.confirm.holders', { role, count: concern.count });
		case 'open-channel':
			return t('setup.confirm.openChannel', { channel: `<#${concern.channelId}>` });
	}
}

function useId(change: SetupChange, digest: string): string {
	switch (change.what) {
		case 'buyer-role':
			return confirmChoice.encode('buyer', change.roleId, digest, '');
		case 'supported-role':
			return confirmChoice.encode('supported', change.roleId ?? '', digest, '');
		case 'audit-channel':
			return confirmChoice.encode('audit', change.channelId ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		case 'unlinking':
		case 'seats':
		case 'staff-roles':
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}
