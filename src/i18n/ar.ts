import { account } from './ar/account.js';
import { audit } from './ar/audit.js';
import { command } from './ar/command.js';
import { desk } from './ar/desk.js';
import { error } from './ar/error.js';
import { finding } from './ar/finding.js';
import { item } from './ar/item.js';
import { items } from './ar/items.js';
import { panel } from './ar/panel.js';
import { permission } from './ar/permission.js';
import { policy } from './ar/policy.js';
import { privacy } from './ar/privacy.js';
import { purchases } from './ar/purchases.js';
import { refusal } from './ar/refusal.js';
import { rights } from './ar/rights.js';
import { setup } from './ar/setup.js';
import { stats } from './ar/stats.js';
import { verify } from './ar/verify.js';

export const ar = {
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
