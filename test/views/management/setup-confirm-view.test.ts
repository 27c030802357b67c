import { ButtonStyle } from 'discord.js';
import { expect, it } from 'vitest';
import { setupConfirmView } from '../../../commands/setup/choice.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { usual } from '../../states/foreign.js';
import { everySetupQuestion } from '../../states/management/setup-overviews.js';

const t = translatorFor('en-US');

it.each(everySetupQuestion(usual).map((question) => [question.change.what, question] as const))(
	'the way back from a concern is the first and main button: %s',
	(_, question) => {
		const view = setupConfirmView(t, question);
		const found = [...JSON.stringify(view.components).matchAll(/"style":(\d),"label":"([^"]+)"/g)];
		const buttons = found.map(([, style, label]) => [label, Number(style)]);
		const isPowerful = question.concerns.some(({ kind }) => kind === 'powers');
		expect(buttons).toEqual([
			[expect.stringMatching(/^(?:Choose another|Back)$/), ButtonStyle.Primary],
			isPowerful ? ['Use it anyway', ButtonStyle.Danger] : ['Use it', ButtonStyle.Secondary],
		]);
	},
);
