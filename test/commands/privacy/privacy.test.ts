import { describe, expect, it } from 'vitest';

import {
	exportData,
	exportLaterView,
	privacy,
	privacyComponents,
} from '../../../commands/privacy/privacy.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';
import { personalData } from '../../states/purchases/sample-own.js';

const t = translatorFor('en-US');
const me = '200000000000000001';
const data = personalData(2);

function setUp(retryAt?: number) {
	const log: unknown[] = [];
	const service = {
		dataOf: async (userId: string, reach: string) => {
			log.push(['read', userId, reach]);
			return data;
		},
		deleteDataOf: async (userId: string) => {
			log.push(['delete', userId]);
			return { isComplete: true };
		},
		takeExport: async () => retryAt,
	};
	return {
		/** The calls, and then the answers. */
		async command() {
			const answers = await askCommand(privacy, { privacy: service }, { userId: me });
			return [...log, ...answers];
		},
		async click({ encode }: { encode(): string }, on: Partial<Given> = { isOnOwnAnswer: true }) {
			const given = { userId: me, customId: encode(), ...on };
			const answers = await askComponent(privacyComponents, 'button', { privacy: service }, given);
			return [...log, ...answers];
		},
	};
}

describe('/privacy', () => {
	it('gives no second file within the minute, and reads nothing for it', async () => {
		const later = exportLaterView(t, 60_000);
		expect(await setUp(60_000).click(exportData)).toEqual([
			['defer update', undefined],
			['edit', later],
		]);
	});
});
