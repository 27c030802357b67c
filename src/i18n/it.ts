import { account } from './it/account.js';
import { audit } from './it/audit.js';
import { command } from './it/command.js';
import { desk } from './it/desk.js';
import { error } from './it/error.js';
import { finding } from './it/finding.js';
import { item } from './it/item.js';
import { items } from './it/items.js';
import { panel } from './it/panel.js';
import { permission } from './it/permission.js';
import { policy } from './it/policy.js';
import { privacy } from './it/privacy.js';
import { purchases } from './it/purchases.js';
import { refusal } from './it/refusal.js';
import { rights } from './it/rights.js';
import { setup } from './it/setup.js';
import { stats } from './it/stats.js';
import { verify } from './it/verify.js';

export const it = {
	...account,
	...audit,
	...command,
	...error,
	...finding,
	...item,
	...items,
	...panel,
	...permission,
	...privacy,
	...purchases,
	...refusal,
	...rights,
	...setup,
	...stats,
	...verify,
	...desk,
	...policy,
};
