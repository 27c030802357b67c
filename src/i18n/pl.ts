import { account } from './pl/account.js';
import { audit } from './pl/audit.js';
import { command } from './pl/command.js';
import { desk } from './pl/desk.js';
import { error } from './pl/error.js';
import { finding } from './pl/finding.js';
import { item } from './pl/item.js';
import { items } from './pl/items.js';
import { panel } from './pl/panel.js';
import { permission } from './pl/permission.js';
import { policy } from './pl/policy.js';
import { privacy } from './pl/privacy.js';
import { purchases } from './pl/purchases.js';
import { refusal } from './pl/refusal.js';
import { rights } from './pl/rights.js';
import { setup } from './pl/setup.js';
import { stats } from './pl/stats.js';
import { verify } from './pl/verify.js';

export const pl = {
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
