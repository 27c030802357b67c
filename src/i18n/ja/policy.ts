import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'ルール',
	'command.setup.policy.description': '購入者が購入を解除できるかを選び、コードの共有を見ます',
	'command.setup.seats.name': '人数',
	'command.setup.seats.description':
		'ライセンスの種類ごとに、複数のメンバーが 1 つのコードを共有できるようにします',
	'command.setup.seats.members.name': 'メンバー数',
	'command.setup.seats.members.description': '1 つのコードを何人のメンバーが持てるか',
	'policy.title': '購入のルール',
	'policy.homeOnly': '利用枠と連携解除はホームサーバーで設定します。',
	'policy.unlinking': '**解除** · ここでもう要らない購入を、購入者がどうできるか',
	'policy.never': '許可しない',
	'policy.transferOnly': 'モデレーターだけが譲渡できる',
	'policy.afterDays':
		'{days, plural, =0 {許可する。コードはすぐに使える} other {許可する。コードは # 日後に使える}}',
	'policy.seats': '**チーム** · 1 つのコードを何人のメンバーが持てるか。`/設定 人数` で変更します。',
	'policy.noSeats': 'どのコードも 1 人だけです。',
	'policy.seatsLine': '{licence}：{seats, number}',
	'policy.audit.unlinking': '解除：{policy}',
	'policy.audit.seats':
		'ライセンスの種類 **{licence}** のコードは {seats, plural, other {# 人}}まで共有できます',
} satisfies Record<keyof typeof english, string>;
