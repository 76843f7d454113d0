#!/bin/sh
# Takes out of an image's node_modules what no running service reads: source maps, types, and what built the pages,
# which comes along because Vike depends on it.
set -eu
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
cd node_modules/.pnpm
for package in \
  @babel/core @babel/generator @babel/helpers @babel/parser @babel/traverse @babel/types browserslist caniuse-lite \
  @esbuild/ esbuild @rolldown/ rolldown vite @vitejs/ lightningcss @tailwindcss/ tailwindcss jiti @types/
do
  # pnpm writes @scope/name as @scope+name.
  folder=$(echo "$package" | tr / +)
  case $package in
    */ | lightningcss) rm -rf "$folder"* ;;
    *) rm -rf "$folder"@* ;;
  esac
done
