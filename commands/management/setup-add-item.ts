import { holdsCode } from '../../src/claims/scrub-codes.js';
import { onComponent, openModal, outdated, turn, turnLater } from '../../src/discord/interactions/handler.js';
import { askForItem, chooseItem, chooseItemRole, sendItem } from '../../src/views/custom-ids/setup-ids.js';
import {
	addItemView,
	itemInput,
	itemModal,
	itemRoleView,
	maxItems,
} from '../../src/views/management/add-item-view.js';
import { choose, pageOfRules } from './setup-pages.js';
import type { SetupServices } from './setup-services.js';

/** Adds a role for a single item: first the item is chosen, then the role. */
export const addItemComponents = [
	onComponent('button', askForItem, 'manager', ({ t }) => openModal(itemModal(t))),
	onComponent('modal', sendItem, 'manager', ({ interaction, t }, { catalogue }: SetupServices) => {
		const typed = interaction.fields.getTextInputValue(itemInput).trim();
		return holdsCode(typed)
			? turn(addItemView(t, [], t('items.searchIsCode')))
			: turn(addItemView(t, catalogue.suggest(typed, maxItems)));
	}),
	onComponent('select', chooseItem, 'manager', ({ interaction, t }, { catalogue }: SetupServices) => {
		const item = catalogue.get(Number(interaction.values[0]));
		return item === undefined ? outdated : turn(itemRoleView(t, item));
	}),
	onComponent('role-select', chooseItemRole, 'manager', (asked, services: SetupServices) => {
		const [roleId] = asked.interaction.values;
		const subject = { kind: 'item', key: asked.args[0] } as const;
		if (roleId === undefined) return outdated;
		return turnLater(() =>
			choose(asked, services, { what: 'rule', subject, roleId }, (note) =>
				pageOfRules(asked, services, 0, note),
			),
		);
	}),
];
