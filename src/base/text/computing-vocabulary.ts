import { foldLetters } from "./fold-letters.ts";

/**
 * Names of things in computing, each with what it is called in English: people ask in their language, while code,
 * messages and often the answers are in English. Simplified and traditional Chinese, then Japanese.
 */
const VOCABULARY = `
火狐 firefox | 谷歌 google | 浏览器 browser | 內核 engine | 内核 engine kernel | 签名 signature sign
簽名 signature | 复选框 checkbox | 勾选框 checkbox | 勾选 check checkbox | 单选 radio | 按钮 button | 轮播 carousel
弹窗 dialog modal popup | 对话框 dialog | 下拉 dropdown select | 菜单 menu | 标签页 tab tabs | 选项卡 tab tabs
输入框 input | 表单 form | 表格 table | 列表 list | 滚动 scroll | 拖拽 drag | 焦点 focus | 点击 click
键盘 keyboard | 按键 key | 鼠标 mouse | 指针 pointer | 光标 cursor | 图标 icon | 图片 image | 字体 font | 颜色 color
主题 theme | 样式 style css | 布局 layout | 组件 component | 插件 plugin | 扩展 extension | 框架 framework
依赖 dependency | 模块 module | 引用 import reference | 导入 import | 导出 export | 构建 build
打包 bundle build pack | 编译 compile | 转译 transpile compile | 发布 publish release | 发版 release publish
部署 deploy | 上线 release deploy | 安装 install | 升级 upgrade | 回滚 rollback revert | 还原 restore revert
版本 version | 补丁 patch | 配置 config configuration | 设置 setting config | 选项 option
参数 parameter option argument | 变量 variable | 常量 constant | 函数 function | 方法 method | 类型 type
接口 interface api | 对象 object | 数组 array | 字符串 string | 注释 comment | 语法 syntax | 报错 error | 错误 error
异常 exception error | 失败 fail failed failure | 崩溃 crash | 挂掉 fail crash | 警告 warning | 日志 log
调试 debug | 断点 breakpoint | 修复 fix | 漏洞 vulnerability | 测试 test | 用例 test case | 断言 assert expect
覆盖率 coverage | 超时 timeout | 延迟 delay latency | 等待 wait | 重试 retry | 并发 concurrent | 并行 parallel
线程 thread | 进程 process | 内存 memory | 缓存 cache | 性能 performance | 数据库 database | 查询 query | 索引 index
迁移 migration migrate | 事务 transaction | 服务器 server | 客户端 client | 请求 request | 响应 response
网络 network | 代理 proxy agent | 端口 port | 域名 domain | 证书 certificate | 密钥 key secret | 令牌 token
权限 permission | 登录 login | 认证 auth authentication | 密码 password | 用户 user | 文件 file
文件夹 folder directory | 目录 directory folder | 路径 path | 脚本 script | 命令 command | 终端 terminal
环境 environment env | 流水线 pipeline ci | 云端 cloud ci | 仓库 repository repo | 分支 branch | 提交 commit
合并 merge | 冲突 conflict | 推送 push | 拉取 pull fetch | 问题单 issue ticket | 文档 doc documentation docs
说明 readme doc | 示例 example | 例子 example | 演示 demo | 模板 template | 翻译 translate i18n | 国际化 i18n
编辑器 editor | 格式化 format | 检查 check lint | 重构 refactor | 优化 optimize | 删除 delete remove | 移除 remove
替换 replace | 重命名 rename | 默认 default | 私有 private | 公用 shared common | 共享 shared share | 内部 internal
外部 external | 未定义 undefined | 空值 null | 服务 service | 容器 container | 镜像 image mirror | 镜头 camera
渲染 render | 动画 animation | 事件 event | 监听 listen listener | 回调 callback | 状态 state status
状态机 machine state | 钩子 hook | 响应式 reactive | 循环 loop | 递归 recursion | 排序 sort | 搜索 search
分页 pagination | 上传 upload | 下载 download | 压缩 compress | 解析 parse | 序列化 serialize | 加密 encrypt
哈希 hash | 定时 timer schedule | 队列 queue | 消息 message | 通知 notification | 邮件 email mail | 支付 payment
订单 order | 模型 model | 训练 train training | 提示词 prompt | 会话 session | 对话 conversation | 记忆 memory
工具 tool | 任务 task | 计划 plan | 代码 code | 源码 source | 类库 library | 类名 class | 单元测试 unit | 端到端 e2e
透明 transparency | 溯源 provenance | 校验 validate check | 验证 verify validation | 输入法 composition ime
微服务 microservice | 网关 gateway | 前端 frontend | 后端 backend | 移动端 mobile | 桌面 desktop | 窗口 window
屏幕 screen | 環境 environment | 字段 field | 备份 backup | 限流 limit rate | 租户 tenant | 客户 customer
监控 monitor | 告警 alert | 报警 alert | 合同 contract
瀏覽器 browser | 核取方塊 checkbox | 按鈕 button | 彈窗 dialog modal popup | 對話框 dialog | 選單 menu
分頁 tab tabs | 輸入框 input | 表單 form | 捲動 scroll | 焦點 focus | 點擊 click | 鍵盤 keyboard | 圖示 icon
圖片 image | 字型 font | 顏色 color | 主題 theme | 樣式 style css | 元件 component | 外掛 plugin | 擴充 extension
依賴 dependency | 模組 module | 匯入 import | 匯出 export | 建置 build | 編譯 compile | 發佈 publish release
安裝 install | 升級 upgrade | 還原 restore revert | 修補 patch | 參數 parameter option argument | 變數 variable
函式 function | 型別 type | 介面 interface api | 物件 object | 陣列 array | 字串 string | 註解 comment | 語法 syntax
報錯 error | 錯誤 error | 例外 exception error | 失敗 fail failed failure | 當機 crash | 日誌 log | 除錯 debug
修復 fix | 測試 test | 斷言 assert expect | 逾時 timeout | 延遲 delay latency | 重試 retry | 並發 concurrent
執行緒 thread | 行程 process | 記憶體 memory | 快取 cache | 效能 performance | 資料庫 database | 查詢 query
遷移 migration migrate | 伺服器 server | 用戶端 client | 請求 request | 回應 response | 網路 network | 網域 domain
憑證 certificate | 權限 permission | 認證 auth authentication | 密碼 password | 使用者 user
資料夾 folder directory | 目錄 directory folder | 路徑 path | 腳本 script | 終端 terminal | 倉庫 repository repo
合併 merge | 衝突 conflict | 範例 example | 編輯器 editor | 檢查 check lint | 重構 refactor | 刪除 delete remove
取代 replace | 預設 default | 狀態 state status | 迴圈 loop | 壓縮 compress | 佇列 queue | 訊息 message
工作階段 session | 程式碼 code | 驗證 verify validation | 欄位 field
ライブラリ library | フォルダ folder directory | ディレクトリ directory | ファイル file | フォント font | 書体 font
テスト test | エラー error | バグ bug | バージョン version | パッケージ package | モジュール module
コンポーネント component | ブラウザ browser | サーバ server | クライアント client | データベース database
クエリ query | キャッシュ cache | メモリ memory | スレッド thread | プロセス process | タイムアウト timeout
リトライ retry | ログ log | デバッグ debug | ビルド build | コンパイル compile | デプロイ deploy | リリース release
インストール install | コマンド command | スクリプト script | オプション option | パラメータ parameter
引数 argument | 変数 variable | 関数 function | クラス class | 設定 config setting | ブランチ branch
コミット commit | マージ merge | リポジトリ repository | ボタン button | メニュー menu | ダイアログ dialog
フォーム form | テーブル table | リスト list | イベント event | セッション session | ユーザ user
パスワード password | トークン token | 依存 dependency | 圧縮 compress | 並列 parallel | 線形代数 linalg linear
メール mail email | 認証 auth authentication | ログイン login | 本番 production | バックアップ backup
バッチ batch | 監視 monitor | 承認 approve approval | 顧客 customer | 契約 contract
画像 image | 進捗 progress | 起動 start startup launch | 実行 run | 削除 delete remove | 検索 search`;

const ENGLISH: ReadonlyMap<string, readonly string[]> = new Map(
  foldLetters(VOCABULARY)
    .trim()
    .split(/ \| |\n/)
    .map((line) => {
      const names = line.split(" ");
      return [names[0] ?? "", names.slice(1)];
    }),
);
const MAX_NAME = Math.max(...[...ENGLISH.keys()].map((name) => name.length));

/** The English names of the things of computing that a run of folded characters without spaces names. */
export function englishNamesIn(run: string): readonly string[] {
  const names = new Set<string>();
  for (let at = 0; at < run.length; at++) {
    for (let length = 2; length <= MAX_NAME; length++) {
      for (const name of ENGLISH.get(run.slice(at, at + length)) ?? []) names.add(name);
    }
  }
  return [...names];
}
