# Sourced by start and test: puts the pinned Bun on the PATH and installs the locked packages.
# Works with curl, wget, npm, Node or another Bun alone; nothing is installed outside the project.
set -eu

BUN_VERSION=1.4.5
TOOLS=.tools/bun-$BUN_VERSION

fail() {
  echo "$1" >&2
  exit 1
}

# The registry package that holds Bun for this machine.
bun_package() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "This project runs on Linux and macOS. On Windows, use WSL." ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "There is no Bun for a $(uname -m) machine." ;;
  esac
  variant=""
  if [ $system = linux ] && [ -e /etc/alpine-release ]; then
    variant=-musl
  elif [ $system = linux ] && [ $machine = x64 ] && ! grep -q avx2 /proc/cpuinfo; then
    variant=-baseline
  fi
  echo "bun-$system-$machine$variant"
}

checksum_of() {
  case "$1" in
    bun-linux-x64) echo 2165fd0442e8187014b4ca2791e49a35a6705f3464fa80f0e8c93e1c115777728760804d06c20646ea4c64f7203680db2692eeea00098c8a0854f66db75689d6 ;;
    bun-linux-x64-baseline) echo b3cc8cc187059e7ac0d7bf208e2d2065b904d965437a3fd38b5c7bef4a0f7e2871c91c5230d846862010357579dda0deada67192c76f295fd101d40109dd2a3c ;;
    bun-linux-aarch64) echo e015e6b122a78ceae5196a99578c7fa166bb015a11f81ea509775d3333805c1226dede747ac960f706faea09ad5b501a984435975083be69abbb2b0486a39632 ;;
    bun-linux-x64-musl) echo d744285bf61f4e09d445a184687a490a25e32c8d9ee624ed7d50da03924a73253369ad5caba715518f7f52ae57918cefb518c72d17bd3a3fe54c3210731cbc1d ;;
    bun-linux-aarch64-musl) echo 5c235cf96bef30074d35bf8e593a20a72f8df709bad9f91578454b6fa868c34459856e4b3e2e9cec19647950ae5a9b3b5e3125dac685a4715adb4ff513e3c01e ;;
    bun-darwin-aarch64) echo e0c2055c799cb47d84840c4b5e6dbfab136dbf5edd16d2c9ca5bda382b2b82ae8a4aa1d3b3a796e584ab26345b27161425a47dd357ec37c25f64e6be0ac5a959 ;;
    bun-darwin-x64) echo aa42cf3061d933d348e827874d6c157b3ce6968e9c0b84daef25008d82165d2dfaeaa41c3a5729ef9b76b99ca2b9544130f4b487da84d2d09cbc21c6685aa326 ;;
    *) fail "Bun $BUN_VERSION for $1 is not known to this project." ;;
  esac
}

sha512_of() {
  if command -v sha512sum >/dev/null; then sha512sum "$1" | cut -d" " -f1
  else shasum -a 512 "$1" | cut -d" " -f1; fi
}

# download ADDRESS FILE
download() {
  if command -v curl >/dev/null; then curl -fsSL --retry 3 -o "$2" "$1"
  elif command -v wget >/dev/null; then wget -q -O "$2" "$1"
  elif command -v bun >/dev/null; then bun -e 'await Bun.write(process.argv[2], await fetch(process.argv[1]))' "$1" "$2"
  elif command -v npm >/dev/null; then npm_download "$1" "$2"
  else fail "Getting Bun needs curl, wget or npm. Please install one of them."; fi
}

npm_download() {
  packed=$(npm pack --silent --pack-destination "$(dirname "$2")" "$1")
  mv "$(dirname "$2")/$packed" "$2"
}

install_bun() {
  package=$(bun_package)
  registry=${npm_config_registry:-https://registry.npmjs.org}
  echo "Getting Bun $BUN_VERSION ($package) into $TOOLS"
  mkdir -p "$TOOLS"
  archive=$TOOLS/$package.tgz
  download "${registry%/}/@oven/$package/-/$package-$BUN_VERSION.tgz" "$archive"
  [ "$(sha512_of "$archive")" = "$(checksum_of "$package")" ] ||
    fail "The downloaded Bun is not the one this project pins. Please try again."
  tar -xzf "$archive" -C "$TOOLS" --strip-components=2 package/bin/bun
  rm "$archive"
}

if [ "$(bun --version 2>/dev/null || true)" != "$BUN_VERSION" ]; then
  [ -x "$TOOLS/bun" ] || install_bun
  PATH=$PWD/$TOOLS:$PATH
  export PATH
fi

# The lockfile's own time says whether an install is due: a second start spends nothing on it.
if [ ! -e node_modules/.papercub-locked ] || [ bun.lock -nt node_modules/.papercub-locked ]; then
  echo "Installing the locked packages"
  bun install --frozen-lockfile --no-summary >/dev/null
  touch node_modules/.papercub-locked
fi
