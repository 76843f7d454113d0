import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress-assets.ts';

export default defineConfig({
  plugins: [vike(), react(), tailwindcss(), compressAssets()],
  build: {
    // The policy lets nothing in from data: URLs but images.
    assetsInlineLimit: 0,
  },
});
