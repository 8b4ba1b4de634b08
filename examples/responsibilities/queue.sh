# Creates the workspace, registers the responsibilities and files three requests. Options such as --now are passed on.
set -e
holdall init
for id in steward_lab docs build; do
  holdall responsibility add $id --as steward_lab "$@"
  holdall responsibility activate $id --as steward_lab "$@"
done
holdall request create "Describe the new flag" --id req_flag --from build --to docs --priority 50 --as build "$@"
holdall request create "Explain the parser errors" --id req_errors --from build --to docs --as build "$@"
holdall request create "Publish 1.4 on Thursday" --id req_publish --from docs --to build --as docs "$@"
