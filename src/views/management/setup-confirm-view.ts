import { ButtonStyle } from 'discord.js';
import type { SetupOutcome } from '../../guilds/setup-outcome.js';
import type { SetupWarning } from '../../guilds/setup-warnings.js';
import type { Translator } from '../../i18n/translator.js';
import { button } from '../kit/components.js';
import type { MessageView } from '../kit/message.js';
import { firstNames, permissionNames } from '../kit/names.js';
import { buttons, page, text } from '../kit/page.js';
import { choiceId, pageOf } from './setup-choice-ids.js';

/** More would fill a phone's screen without helping anybody. */
const mostChannels = 15;

/** What somebody should know about a choice, with the button that makes it all the same. Nothing is saved yet. */
export function setupConfirmView(
	t: Translator,
	{ change, concerns, digest }: Extract<SetupOutcome, { kind: 'to-confirm' }>,
): MessageView {
	const isPowerful = concerns.some(({ kind }) => kind === 'powers');
	const use = button(
		isPowerful ? t('setup.confirm.useAnyway') : t('setup.confirm.use'),
		choiceId(change, digest),
		isPowerful ? ButtonStyle.Danger : ButtonStyle.Primary,
	);
	const another = button(
		change.what === 'rule' || change.what === 'powers' ? t('button.back') : t('setup.confirm.another'),
		pageOf(change),
	);
	const role = 'roleId' in change && change.roleId !== undefined ? `<@&${change.roleId}>` : '';
	const lines = concerns.map((concern) => concernText(t, concern, role));
	// What takes no courage comes first.
	return page('attention', text(...lines), isPowerful ? buttons(another, use) : buttons(use, another));
}

function concernText(t: Translator, concern: SetupWarning, role: string): string {
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
