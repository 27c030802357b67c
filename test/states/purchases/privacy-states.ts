import {
	dataDeletedView,
	dataExportView,
	deleteDataView,
	exportLaterView,
	privacyView,
} from '../../../commands/privacy/privacy.js';
import type { PersonalData } from '../../../src/services/purchases/privacy.js';
import { minute, now } from '../sample.js';
import { page, type States, variantsOf } from '../state.js';
import { personalData } from './sample-own.js';

export const privacyStates: States = (foreign) => {
	const stored = personalData(2, foreign);
	const emptied = Object.entries(stored.file).map(([name, value]) => [
		name,
		Array.isArray(value) ? [] : value,
	]);
	const nothing = { file: Object.fromEntries(emptied) as PersonalData['file'], isComplete: true };
	const others = [0, 1, 30].map((count) => ({ ...personalData(count, foreign), isComplete: count < 30 }));
	return [
		page('privacy', '/privacy', privacyView, [stored]),
		page('privacy/none', 'Nothing is stored', privacyView, [nothing]),
		page('privacy/export', 'The file', dataExportView, [stored]),
		page('privacy/export-later', 'A second one too soon', exportLaterView, [foreign.moment(now + minute)]),
		page('privacy/delete', 'Before deleting', deleteDataView, []),
		page('privacy/deleted', 'Deleted', dataDeletedView, [{ isComplete: true }]),
		page('privacy/deleted-partly', 'One purchase can’t be read', dataDeletedView, [{ isComplete: false }]),
		...variantsOf(privacyView, others),
		...variantsOf(dataExportView, others),
	];
};
