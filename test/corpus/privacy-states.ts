import type { PersonalData } from '../../src/purchases/personal-data.js';
import {
	dataDeletedView,
	dataExportView,
	deleteDataView,
	exportLaterView,
	privacyView,
} from '../../src/views/purchases/privacy-view.js';
import { personalData } from '../views/sample-purchases.js';
import { minute, now } from './sample.js';
import type { Surface } from './state.js';

const stored = personalData(2);
const nothing: PersonalData = {
	...stored,
	purchases: [],
	formerPurchases: [],
	wrongCodesAt: [],
	unlinkedAt: [],
	countedAt: [],
	rows: [],
};

export const privacySurface: Surface = {
	title: 'What is stored',
	states: [
		{ name: 'privacy', says: '/privacy', most: 20, show: (t) => privacyView(t, stored) },
		{ name: 'privacy/none', says: 'Nothing is stored', show: (t) => privacyView(t, nothing) },
		{ name: 'privacy/export', says: 'The file', show: (t) => dataExportView(t, stored, now) },
		{
			name: 'privacy/export-later',
			says: 'A second one too soon',
			show: (t) => exportLaterView(t, now + minute),
		},
		{ name: 'privacy/delete', says: 'Before deleting', show: deleteDataView },
		{ name: 'privacy/deleted', says: 'Deleted', show: (t) => dataDeletedView(t, { isComplete: true }) },
		{
			name: 'privacy/deleted-partly',
			says: 'One purchase can’t be read',
			show: (t) => dataDeletedView(t, { isComplete: false }),
		},
	],
};
