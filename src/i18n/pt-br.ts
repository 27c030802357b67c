import { account } from './pt-br/account.js';
import { audit } from './pt-br/audit.js';
import { command } from './pt-br/command.js';
import { desk } from './pt-br/desk.js';
import { error } from './pt-br/error.js';
import { finding } from './pt-br/finding.js';
import { item } from './pt-br/item.js';
import { items } from './pt-br/items.js';
import { panel } from './pt-br/panel.js';
import { permission } from './pt-br/permission.js';
import { policy } from './pt-br/policy.js';
import { privacy } from './pt-br/privacy.js';
import { purchases } from './pt-br/purchases.js';
import { refusal } from './pt-br/refusal.js';
import { rights } from './pt-br/rights.js';
import { setup } from './pt-br/setup.js';
import { stats } from './pt-br/stats.js';
import { verify } from './pt-br/verify.js';

export const ptBR = {
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
