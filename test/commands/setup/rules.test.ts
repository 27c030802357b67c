import { buttonsOf, labelsOf, selectsOf } from '@claimcheck/local-discord/reading';
import { ButtonStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { setupConfirmView } from '../../../commands/setup/choice.js';
import { ruleOfOption, setupRulesView } from '../../../commands/setup/rules.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { examineGuild } from '../../../src/servers/examine-guild.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import type { SetupOverview } from '../../../src/services/setup/setup.js';
import type { MessageView } from '../../../src/ui/message.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { usual } from '../../states/foreign.js';
import { everySetupQuestion } from '../../states/management/setup-overviews.js';
import { messageRefusals } from '../../ui/refusals.js';

const t = translatorFor('en-US');

const names = (id: number) => (id === 1001 ? 'Aurora *Photo* Theme' : undefined);

function overviewOf(changes: Partial<GuildSettings>): SetupOverview {
	const settings = sampleSettings(changes);
	return { settings, findings: examineGuild(fakeGuild(), settings) };
}

const valuesOf = (view: MessageView) =>
	selectsOf(view).flatMap(({ customId, values }) => (customId.includes('setup-remove') ? values : []));

const manyItems = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), ids.buyer]));

describe('the page of roles by purchase', () => {
	it('reaches every role, page by page', () => {
		const overview = overviewOf({ itemRoles: manyItems(60) });
		const pages = [0, 1, 2, 3, 4].map((page) => setupRulesView(t, overview, page, names));
		for (const view of pages) expect(messageRefusals(view)).toEqual([]);
		const values = pages.flatMap(valuesOf);
		expect(new Set(values).size).toBe(60);
		for (const view of pages) {
			const turns = [t('page.previous'), t('page.next')];
			expect(labelsOf(view)).toEqual(['Back', ...turns]);
		}
		// A page that was removed since the button was drawn.
		expect(valuesOf(setupRulesView(t, overview, 99, names))).toHaveLength(12);
	});

	it('finds the role again by the option that stands for it, unless it has been removed', () => {
		const overview = overviewOf({ itemRoles: { 1001: ids.buyer }, categoryRoles: { '1001': ids.buyer } });
		const [category, item] = valuesOf(setupRulesView(t, overview, 0, names));
		expect(ruleOfOption(overview, category)).toEqual({ kind: 'category', key: '1001' });
		expect(ruleOfOption(overview, item)).toEqual({ kind: 'item', key: '1001' });
		expect(ruleOfOption(overviewOf({}), item)).toBeUndefined();
		expect(ruleOfOption(overview, undefined)).toBeUndefined();
	});
});

it.each(everySetupQuestion(usual).map((question) => [question.change.what, question] as const))(
	'the way back from a concern is the first and main button: %s',
	(_, question) => {
		const view = setupConfirmView(t, question);
		const buttons = buttonsOf(view).map(({ label, style }) => [label, style]);
		const isPowerful = question.concerns.some(({ kind }) => kind === 'powers');
		expect(buttons).toEqual([
			[expect.stringMatching(/^(?:Choose another|Back)$/), ButtonStyle.Primary],
			isPowerful ? ['Use it anyway', ButtonStyle.Danger] : ['Use it', ButtonStyle.Secondary],
		]);
	},
);
