import { expect, it } from 'vitest';
import {
	dataDeletedView,
	exportLaterView,
	privacyAct,
	privacyComponents,
} from '../../../commands/privacy/privacy.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askComponent } from '../../discord/interactions/asking.js';

it('refuses a second data export within the minute, without reading anything', async () => {
	const privacy = { dataOf: expect.unreachable, takeExport: async () => 60_000 };
	const given = { customId: privacyAct.encode('export'), isOnOwnAnswer: true };
	expect(await askComponent(privacyComponents, 'button', { privacy }, given)).toEqual([
		['defer update', undefined],
		['edit', exportLaterView(translatorFor('en-US'), 60_000)],
	]);
});

it('says if a deletion of data was incomplete', async () => {
	const outcome = { isComplete: false };
	const privacy = { deleteDataOf: async () => outcome };
	const given = { customId: privacyAct.encode('erase'), isOnOwnAnswer: true };
	expect(await askComponent(privacyComponents, 'button', { privacy }, given)).toEqual([
		['defer update', undefined],
		['edit', dataDeletedView(translatorFor('en-US'), outcome)],
	]);
});
