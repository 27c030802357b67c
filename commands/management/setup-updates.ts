import { onComponent, outdated, turn, turnLater } from '../../src/discord/interactions/handler.js';
import { mayNotPostView } from '../../src/views/channels/panel-view.js';
import {
	chooseUpdateCategories,
	chooseUpdateRole,
	chooseUpdates,
	turnOffUpdates,
} from '../../src/views/custom-ids/setup-ids.js';
import { choose, pageOfSetup } from './setup-pages.js';
import type { SetupServices } from './setup-services.js';

/** The page of announcements: their channel, categories and role. */
export const setupUpdatesComponents = [
	onComponent('channel-select', chooseUpdates, 'manager', (asked, services: SetupServices) => {
		const { interaction, t } = asked;
		const [channelId] = interaction.values;
		if (channelId === undefined) return outdated;
		// The bot posts there on the manager's behalf.
		if (!interaction.mayPost(channelId)) return turn(mayNotPostView(t, channelId));
		const change = { what: 'updates-channel', channelId, since: services.clock.now() } as const;
		const next = (note: string) =>
			pageOfSetup(asked, services, 'updates', `${note} ${t('setup.updates.first')}`);
		return turnLater(() => choose(asked, services, change, { next }));
	}),
	onComponent('select', chooseUpdateCategories, 'manager', (asked, services: SetupServices) =>
		turnLater(() =>
			choose(asked, services, { what: 'updates-categories', categories: asked.interaction.values }),
		),
	),
	onComponent('role-select', chooseUpdateRole, 'manager', (asked, services: SetupServices) =>
		turnLater(() =>
			choose(asked, services, { what: 'updates-role', mentionId: asked.interaction.values[0] }),
		),
	),
	onComponent('button', turnOffUpdates, 'manager', (asked, services: SetupServices) => {
		const since = services.clock.now();
		return turnLater(() => choose(asked, services, { what: 'updates-channel', channelId: undefined, since }));
	}),
];
