import {
	type Answer,
	type Asked,
	onComponent,
	outdated,
	turn,
	turnLater,
} from '../../src/discord/interactions/handler.js';
import type { ButtonInput } from '../../src/discord/interactions/interaction-ports.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
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
		return chosen(asked, services, change, t('setup.updates.first'));
	}),
	onComponent('select', chooseUpdateCategories, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'updates-categories', categories: asked.interaction.values }),
	),
	onComponent('role-select', chooseUpdateRole, 'manager', (asked, services: SetupServices) =>
		chosen(asked, services, { what: 'updates-role', mentionId: asked.interaction.values[0] }),
	),
	onComponent('button', turnOffUpdates, 'manager', (asked, services: SetupServices) => {
		const since = services.clock.now();
		return chosen(asked, services, { what: 'updates-channel', channelId: undefined, since });
	}),
];

/** Makes a choice and shows the page again. */
function chosen(asked: Asked<ButtonInput>, services: SetupServices, change: SetupChange, more = ''): Answer {
	return turnLater(() =>
		choose(asked, services, change, (note) =>
			pageOfSetup(asked, services, 'updates', [note, more].filter((line) => line !== '').join(' ')),
		),
	);
}
