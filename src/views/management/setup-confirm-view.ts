import { ButtonStyle } from 'discord.js';
import type { RuleReach } from '../../guilds/rule-reach.js';
import type { RuleSubject } from '../../guilds/rule-subject.js';
import { givenRole } from '../../guilds/setup-change.js';
import type { SetupOutcome } from '../../guilds/setup-refusals.js';
import type { SetupWarning } from '../../guilds/setup-warnings.js';
import type { Translator } from '../../i18n/translator.js';
import type { MessageView } from '../kit/message.js';
import { firstNames, permissionNames } from '../kit/names.js';
import { button, buttons, page, primary, small, text } from '../kit/page.js';
import { type ItemNames, subjectName } from '../kit/rule-text.js';
import { foreignLine } from '../kit/text.js';
import { choiceId, pageId } from './setup-choice-ids.js';

/** More would fill a phone's screen without helping. */
const maxChannels = 15;

/** The concerns about a choice, with the button to make it anyway. Nothing is saved yet. */
export function setupConfirmView(
	t: Translator,
	{ change, concerns, digest, reach }: Extract<SetupOutcome, { kind: 'to-confirm' }>,
	names: ItemNames = () => undefined,
): MessageView {
	const isPowerful = concerns.some(({ kind }) => kind === 'powers');
	const use = button(
		isPowerful ? t('setup.confirm.useAnyway') : t('setup.confirm.use'),
		choiceId(change, digest),
		isPowerful ? ButtonStyle.Danger : ButtonStyle.Secondary,
	);
	const another = button(
		change.what === 'rule' || change.what === 'powers' ? t('button.back') : t('setup.confirm.another'),
		pageId(change),
	);
	const roleId = givenRole(change);
	const role = roleId === undefined ? '' : `<@&${roleId}>`;
	const lines = concerns.map((concern) => concernText(t, concern, role));
	const rule = change.what === 'rule' && reach !== undefined && ruleText(t, change.subject, role, names);
	const reached = reach === undefined ? [] : reachLines(t, reach);
	// The harmless option comes first, and is the main one.
	return page('attention', text(rule, ...reached), text(...lines), buttons(primary(another), use));
}

function ruleText(t: Translator, subject: RuleSubject, role: string, names: ItemNames): string {
	const name = foreignLine(subjectName(t, subject, names), 100) || '–';
	return t('setup.rules.line', { subject: t('setup.rules.subject', { kind: subject.kind, name }), role });
}

function reachLines(t: Translator, { reached, buyers, undecided, isComplete }: RuleReach): string[] {
	return [
		t('setup.confirm.reach', { reached, buyers }),
		...(undecided > 0 ? [t('setup.confirm.undecided', { count: undecided })] : []),
		...(isComplete ? [] : [small(t('setup.confirm.more'))]),
	];
}

function concernText(t: Translator, concern: SetupWarning, role: string): string {
	switch (concern.kind) {
		case 'powers':
			return t('setup.confirm.powers', { role, powers: permissionNames(t, concern.powers) });
		case 'channels': {
			const channels = concern.channelIds.map((id) => `<#${id}>`);
			return t('setup.confirm.channels', { channels: firstNames(t, channels, maxChannels) });
		}
		case 'holders':
			return concern.count === undefined
				? t('setup.confirm.someHolders', { role })
				: t('setup.confirm.holders', { role, count: concern.count });
		case 'unchecked-channels':
			return t('setup.confirm.uncheckedChannels', { count: concern.count });
		case 'unchecked-channel':
			return t('setup.confirm.uncheckedChannel', { channel: `<#${concern.channelId}>` });
		case 'open-channel':
			return t('setup.confirm.openChannel', { channel: `<#${concern.channelId}>` });
	}
}
