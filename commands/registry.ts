import type { Command, ComponentHandler } from '../src/discord/command.js';
import { type AccountSource, accountCommand, data as accountData } from './account.js';
import { accountHandlers } from './account-private.js';
import { type Doctor, doctorCommand, data as doctorData } from './doctor.js';
import { itemCommand, data as itemData } from './item.js';
import { galleryHandlers } from './item-card.js';
import type { ItemSearch } from './item-option.js';
import { shareHandlers } from './item-share.js';
import { type ItemList, itemsCommand, data as itemsData } from './items.js';
import { itemsHandlers } from './items-components.js';
import { type PanelService, panelCommand, data as panelData } from './panel.js';
import { panelHandlers } from './panel-components.js';
import { type PrivacyService, privacyCommand, data as privacyData, privacyHandlers } from './privacy.js';
import {
	type PurchasesService,
	purchasesCommand,
	data as purchasesData,
	purchasesHandlers,
} from './purchases.js';
import { type SetupCommandDependencies, setupCommand, data as setupData } from './setup.js';
import { setupHandlers } from './setup-components.js';
import { type StatisticsSource, statsCommand, data as statsData } from './stats.js';
import { type VerifyCommandDependencies, verifyCommand, data as verifyData } from './verify.js';

/** What Discord is told of the commands. An explicit list: a file that is missing here is seen by the compiler. */
export const commandPayloads = [
	verifyData,
	purchasesData,
	privacyData,
	itemData,
	itemsData,
	accountData,
	setupData,
	panelData,
	statsData,
	doctorData,
];

export interface CommandServices {
	readonly verification: VerifyCommandDependencies;
	readonly purchases: PurchasesService;
	readonly privacy: PrivacyService;
	readonly catalogue: ItemSearch & ItemList;
	readonly account: AccountSource;
	readonly setup: SetupCommandDependencies;
	readonly panels: PanelService;
	readonly statistics: StatisticsSource;
	readonly doctor: Doctor;
}

/** Every command with its handler, in the order of `commandPayloads`. */
export function createCommands(services: CommandServices): readonly Command[] {
	const { verification, purchases, privacy, catalogue, account, setup, panels, statistics, doctor } =
		services;
	return [
		verifyCommand(verification),
		purchasesCommand(purchases),
		privacyCommand(privacy),
		itemCommand(catalogue),
		itemsCommand(catalogue),
		accountCommand(account),
		setupCommand(setup),
		panelCommand(panels),
		statsCommand(statistics),
		doctorCommand(doctor),
	];
}

/** The handlers of every button, select and modal. */
export function createComponents(services: CommandServices): readonly ComponentHandler[] {
	const { verification, purchases, privacy, catalogue, account, setup, panels } = services;
	return [
		...itemsHandlers(catalogue),
		...galleryHandlers(catalogue),
		...shareHandlers(catalogue),
		...accountHandlers(account),
		...setupHandlers(setup),
		...panelHandlers(panels, verification),
		...purchasesHandlers(purchases),
		...privacyHandlers(privacy),
	];
}
