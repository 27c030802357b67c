import { account } from './de/account.js';
import { audit } from './de/audit.js';
import { command } from './de/command.js';
import { desk } from './de/desk.js';
import { error } from './de/error.js';
import { finding } from './de/finding.js';
import { item } from './de/item.js';
import { items } from './de/items.js';
import { panel } from './de/panel.js';
import { permission } from './de/permission.js';
import { policy } from './de/policy.js';
import { privacy } from './de/privacy.js';
import { purchases } from './de/purchases.js';
import { refusal } from './de/refusal.js';
import { rights } from './de/rights.js';
import { setup } from './de/setup.js';
import { stats } from './de/stats.js';
import { verify } from './de/verify.js';

export const de = {
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
