import type { APIStringSelectComponent } from 'discord.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import { chooseSupportDays } from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, row, select, text } from '../kit/page.js';
import { troubleLines, troublesOfRole } from './guild-finding-text.js';
import { backButton, purposeSelect } from './setup-choice-view.js';

const offeredDays = {
	notice: [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60],
	grace: [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90],
} as const;

/** The page of the roles during support and before its end, and of the days around the end. */
export function supportRolesView(
	t: Translator,
	{ settings: { supportedRoleId, support }, findings }: SetupOverview,
	note?: string,
): MessageView {
	const { noticeDays, graceDays, endsSoonRoleId } = support;
	return page(
		'info',
		text(
			`## ${t('setup.more.active')}`,
			note,
			`**${t('setup.page.active')}**`,
			t('setup.active.how'),
			troubleLines(t, troublesOfRole(findings, supportedRoleId)),
		),
		row(purposeSelect(t, 'supported', supportedRoleId, findings)),
		text(t('setup.support.grace')),
		row(daysSelect(t, 'grace', graceDays)),
		text(
			`**${t('setup.endsSoon')}**`,
			t('setup.endsSoon.how'),
			troubleLines(t, troublesOfRole(findings, endsSoonRoleId)),
		),
		row(purposeSelect(t, 'soon', endsSoonRoleId, findings)),
		text(t('setup.support.notice')),
		row(daysSelect(t, 'notice', noticeDays)),
		text(t('setup.former')),
		buttons(backButton(t)),
	);
}

function daysSelect(t: Translator, which: 'notice' | 'grace', chosen: number): APIStringSelectComponent {
	const options = offeredDays[which].map((days) => ({
		label: t('stats.days', { days }),
		value: String(days),
		default: days === chosen,
	}));
	return select(chooseSupportDays.encode(which), options, t('stats.days', { days: chosen }));
}

/** The days of an option of the select; undefined for any other value. */
export function supportDaysOf(which: 'notice' | 'grace', value: string | undefined): number | undefined {
	return offeredDays[which].find((days) => String(days) === value);
}
