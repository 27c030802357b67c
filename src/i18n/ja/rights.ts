import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management':
		'⛔ 保存されませんでした：サーバーでの **サーバー管理** と **ロールの管理** の権限が必要です。',
	'setup.takes.administrator': '⛔ 保存されませんでした：スタッフロールを選べるのは管理者だけです。',
	'setup.refused.out-of-reach':
		'⛔ <@&{roleId}> は保存されませんでした：あなたの最上位のロールより下にありません。',
	'setup.refused.administrator': '⛔ <@&{roleId}> は保存されませんでした：管理者のロールです。',
	'setup.refused.is-staff': '⛔ <@&{roleId}> は保存されませんでした：スタッフロールは購入で付与されません。',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> は保存されませんでした：購入で付与されるため、すべての購入者がスタッフになってしまいます。',
	'setup.refused.self-chosen':
		'⛔ <@&{roleId}> は保存されませんでした：メンバーが自分で付けられるロールです。',
	'setup.unusableChannel':
		'⛔ 保存されませんでした：このサーバーの、メッセージを送れるチャンネルではありません。',
	'setup.tooManyRules':
		'⛔ 保存されませんでした：このようなロールはすでに {most, number} 個あります。先に1つ外してください。',
	'setup.staff': '**スタッフロール** · 「ロールの管理」なしで購入を扱えます。管理者が選びます（任意）',
	'setup.staffHow':
		'-# これらのロールにコマンドも表示してください：サーバー設定 → 連携サービス → このボット。',
	'setup.lookAtPowers': '権限を確認',
	'setup.confirm.powers':
		'⚠️ すべての購入者に次の権限が与えられます：{powers}\nサーバー設定 → ロール で {role} から外してください。',
	'setup.confirm.channels': '⚠️ 購入者に次のチャンネルが見えるようになります：{channels}',
	'setup.confirm.holders':
		'⚠️ すでに {count, plural, other {# 人}}のメンバーが {role} を持っています。今後は購入で決まります：ここで認証し、このロールの購入がないメンバーからは外されます。',
	'setup.confirm.someHolders':
		'⚠️ すでに {role} を持っているメンバーがいるかもしれません。今後は購入で決まります：ここで認証し、このロールの購入がないメンバーからは外されます。',
	'setup.confirm.openChannel':
		'⚠️ サーバーの全員が {channel} を読めます：誰が何を認証し、スタッフが何をしたかが見えます。',
	'setup.confirm.use': 'それでも使う',
	'setup.confirm.another': '別のものを選ぶ',
	'audit.trouble.role-powerful':
		'{role} はサーバーを操作できる権限を与えますが、誰も承認していません。サーバー設定 → ロール で権限を外すか、`/設定 サーバー` で承認してください。',
	'audit.setup.powers': '<@&{roleId}> の権限が承認されました',
	'audit.setup.staffRoles': 'スタッフロールは {roles} になりました',
	'audit.setup.noStaffRoles': 'スタッフロールはなくなりました',
	'finding.staffRole.says':
		'{role} では誰もスタッフになりません：存在しないか、アプリのものか、誰でも得られるロールです。',
	'panel.mayNotPost': '⛔ あなたは {channel} に埋め込みリンク付きで書けないため、代わりに投稿しません。',
	'panel.limited': '⏳ このサーバーではパネルが何度も変更されました。{when} にもう一度お試しください。',
	'audit.accountOpened': '🔑 <@{userId}> がマーケットプレイスのアカウントを開きました',
	'finding.staffCommands.says': '{role} はスタッフのロールですが、次のコマンドが表示されません：{commands}。',
	'finding.hiddenCommands.says': '{role} のメンバーには次のコマンドが表示されません：{commands}。',
	'finding.allowCommands': 'サーバー設定 → 連携サービス → このボットで許可してください。',
} satisfies Record<keyof typeof english, string>;
