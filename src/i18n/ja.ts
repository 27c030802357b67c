import { account } from './ja/account.js';
import { audit } from './ja/audit.js';
import { command } from './ja/command.js';
import { desk } from './ja/desk.js';
import { error } from './ja/error.js';
import { finding } from './ja/finding.js';
import { item } from './ja/item.js';
import { items } from './ja/items.js';
import { panel } from './ja/panel.js';
import { permission } from './ja/permission.js';
import { policy } from './ja/policy.js';
import { privacy } from './ja/privacy.js';
import { purchases } from './ja/purchases.js';
import { refusal } from './ja/refusal.js';
import { rights } from './ja/rights.js';
import { setup } from './ja/setup.js';
import { stats } from './ja/stats.js';
import { verify } from './ja/verify.js';

export const ja = {
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
