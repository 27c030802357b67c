import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { SetupOverview } from '../../guilds/setup.js';
import type { Translator } from '../../i18n/translator.js';
import {
	chooseUpdateCategories,
	chooseUpdateRole,
	chooseUpdates,
	turnOffUpdates,
} from '../custom-ids/setup-ids.js';
import type { MessageView } from '../kit/message.js';
import { button, buttons, page, row, small, text } from '../kit/page.js';
import { cut, oneLine } from '../kit/text.js';
import { ofChecks, troubleLines } from './guild-finding-text.js';
import { backButton, channelSelect, roleSelect } from './setup-choice-view.js';

/** Discord's limit for one select. */
const maxOptions = 25;

/**
 * The page of announcements. Categories and role can be chosen once there is a channel.
 * @param categories of the catalogue, as the shop spells them
 */
export function setupUpdatesView(
	t: Translator,
	{ settings: { updates }, findings }: SetupOverview,
	categories: readonly string[],
	note?: string,
): MessageView {
	const troubles = ofChecks(findings, 'updates');
	const isMissing = troubles.some((it) => 'fault' in it && it.fault === 'missing');
	const shown = updates === undefined || isMissing || findings.length === 0 ? [] : [updates.channelId];
	const ofCategories = updates && categorySelect(t, categories, updates.categories ?? []);
	return page(
		'info',
		text(`## ${t('setup.more.updates')}`, note, t('setup.updates.how'), troubleLines(t, troubles)),
		row(channelSelect(t, chooseUpdates.encode(), shown, 1)),
		ofCategories && row(ofCategories),
		updates && text(small(t('setup.updates.role'))),
		updates && row(roleSelect(t, chooseUpdateRole.encode(), [updates.roleId], findings)),
		buttons(updates !== undefined && button(t('setup.updates.off'), turnOffUpdates.encode()), backButton(t)),
	);
}

function categorySelect(
	t: Translator,
	categories: readonly string[],
	chosen: readonly string[],
): APIStringSelectComponent | undefined {
	const named = [...chosen, ...categories].filter((name) => name.trim() !== '');
	const all = [...new Set(named)].slice(0, maxOptions);
	if (all.length === 0) return undefined;
	return {
		type: ComponentType.StringSelect,
		custom_id: chooseUpdateCategories.encode(),
		placeholder: t('setup.updates.categories'),
		min_values: 0,
		max_values: all.length,
		options: all.map((name) => ({
			label: cut(oneLine(name) || '–', 100),
			value: name,
			default: chosen.includes(name),
		})),
	};
}
